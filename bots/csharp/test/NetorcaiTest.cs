// Tests of Netorcai.cs: built with it by mcs, run with the path of testdata/frames.json.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Netorcai;

public static class NetorcaiTest
{
    private static int checks;

    private static void Check(string name, object got, object want)
    {
        checks++;
        if (!want.Equals(got)) throw new Exception(name + ":\ngot  " + got + "\nwant " + want);
    }

    public static int Main(string[] args)
    {
        try
        {
            var file = File.ReadAllBytes(args[0]);
            XElement frames;
            using (var reader = JsonReaderWriterFactory.CreateJsonReader(file, XmlDictionaryReaderQuotas.Max)) frames = XElement.Load(reader);
            Decode(frames.Element("decode").Elements().ToList());
            foreach (var v in frames.Element("refuse").Elements())
            {
                var got = ErrorOf(() => Frame.Read(new MemoryStream(Bytes(v))));
                Check(Name(v) + ": " + got, got.Contains(v.Element("text").Value) && !got.Contains("\n"), true);
            }
            foreach (var v in frames.Element("encode").Elements()) Encode(Name(v), Message(v));
            TooBigToSend();
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            return 1;
        }
        Console.WriteLine(checks + " checks passed");
        return 0;
    }

    private static string Name(XElement v) => v.Element("name").Value;

    private static byte[] Bytes(XElement v)
    {
        var hex = v.Element("hex").Value;
        return Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16)).ToArray();
    }

    private static XElement Message(XElement v)
    {
        var message = new XElement(v.Element("message"));
        message.Name = "root";
        return message;
    }

    /// <summary>A value as a text that does not depend on the order of fields or how a number is written.</summary>
    private static string Canonical(XElement e)
    {
        switch ((string)e.Attribute("type"))
        {
            case "object":
                var fields = e.Elements().Select(f => ((string)f.Attribute("item") ?? f.Name.LocalName) + "=" + Canonical(f));
                return "{" + string.Join(";", fields.OrderBy(f => f, StringComparer.Ordinal)) + "}";
            case "array":
                return "[" + string.Join(";", e.Elements().Select(Canonical)) + "]";
            case "number":
                return double.Parse(e.Value, CultureInfo.InvariantCulture).ToString("R", CultureInfo.InvariantCulture);
            default:
                return (string)e.Attribute("type") + "'" + e.Value + "'";
        }
    }

    /// <summary>Gives one byte at a time.</summary>
    private sealed class Trickle : MemoryStream
    {
        public Trickle(byte[] bytes) : base(bytes) { }
        public override int Read(byte[] to, int offset, int count) => base.Read(to, offset, Math.Min(count, 1));
    }

    private static void Decode(List<XElement> vectors)
    {
        var all = new MemoryStream(vectors.SelectMany(Bytes).ToArray());
        foreach (var v in vectors)
        {
            var want = Canonical(Message(v));
            Check(Name(v), Canonical(Frame.Read(new MemoryStream(Bytes(v)))), want);
            Check(Name(v) + ", byte by byte", Canonical(Frame.Read(new Trickle(Bytes(v)))), want);
            Check(Name(v) + ", in a stream", Canonical(Frame.Read(all)), want);
        }
    }

    private static string ErrorOf(System.Action act)
    {
        try { act(); }
        catch (NetorcaiError error) { return error.Message; }
        return "no error";
    }

    private static void Encode(string name, XElement message)
    {
        var to = new MemoryStream();
        Frame.Write(to, message);
        var frame = to.ToArray();
        var content = Encoding.UTF8.GetString(frame, 4, frame.Length - 4);
        Check(name + ": size", frame[0] | frame[1] << 8 | frame[2] << 16 | frame[3] << 24, frame.Length - 4);
        Check(name + ": line feed", content.IndexOf('\n'), content.Length - 1);
        Check(name, Canonical(Frame.Read(new MemoryStream(frame))), Canonical(message));
    }

    private static void TooBigToSend()
    {
        var text = new XElement("message_type", new XAttribute("type", "string"), new string('x', Frame.MaxSize));
        var got = ErrorOf(() => Frame.Write(new MemoryStream(), new XElement("root", new XAttribute("type", "object"), text)));
        Check("too big: " + got, got.Contains("too big to send"), true);
    }
}
