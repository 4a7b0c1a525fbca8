// Tests of Board.cs: built with it by mcs, run with the path of testdata/helpers-hexabomb.json.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization.Json;
using System.Xml;
using System.Xml.Linq;
using Netorcai;

public static class BoardTest
{
    private static int checks;

    private static void Check(string name, object got, object want)
    {
        checks++;
        if (!want.Equals(got)) throw new Exception(name + ":\ngot  " + got + "\nwant " + want);
    }

    private static void Numbers(uint seed, params double[] wants)
    {
        var got = Board.Numbers(seed).Take(wants.Length).Select(n => n * 4294967296.0);
        Check("numbers of " + seed, string.Join(" ", got), string.Join(" ", wants));
    }

    public static int Main(string[] args)
    {
        try
        {
            XElement vectors;
            var file = File.ReadAllBytes(args[0]);
            using (var reader = JsonReaderWriterFactory.CreateJsonReader(file, XmlDictionaryReaderQuotas.Max))
                vectors = XElement.Load(reader);
            var cases = vectors.Element("cases").Elements().ToList();
            Check("there are cases", cases.Count >= 40, true);
            foreach (var v in cases)
            {
                var name = v.Element("name").Value;
                var state = State.Of(v.Element("state"));
                var before = Show(state);
                Check(name + ": free cells", Show(Board.FreeCells(state)), Show(Cells(v.Element("free_cells"))));
                Ways(name, state, v);
                Explosions(name, state, v);
                Check(name + ": the state is unchanged", Show(state), before);
            }
            Neighbours();
            Numbers(7, 50271532, 266108690, 4195786334);
            Numbers(2147483647, 1842962257, 546041740, 1654754255);
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            return 1;
        }
        Console.WriteLine(checks + " checks passed");
        return 0;
    }

    private static Cell CellOf(XElement numbers) => new Cell(Number(numbers, 0), Number(numbers, 1));

    private static int Number(XElement numbers, int i) => int.Parse(numbers.Elements().ElementAt(i).Value);

    private static IEnumerable<Cell> Cells(XElement list) => list.Elements().Select(CellOf);

    private static bool IsNull(XElement value) => (string)value.Attribute("type") == "null";

    private static string List(XElement list) =>
        IsNull(list) ? "null" : string.Join(" ", list.Elements().Select(e => e.Value));

    private static string Show(IEnumerable<Cell> cells) =>
        string.Join(" ", cells.OrderBy(c => c.Q).ThenBy(c => c.R).Select(c => c.ToString()));

    private static string Show(State state) => string.Join(" ", state.Board.Select(c => c.Key + ":" + c.Value)
        .Concat(state.Bombs.Select(b => b.Cell + " " + b.Range + " " + b.Delay))
        .Concat(state.Characters.Select(c => c.Id + " " + c.Cell + c.Alive)));

    private static void Ways(string name, State state, XElement v)
    {
        var free = Board.FreeCells(state);
        foreach (var want in v.Element("distances").Elements())
        {
            var got = Board.Distances(free, CellOf(want.Element("from")));
            var cells = want.Element("cells").Elements().ToList();
            foreach (var c in cells)
                Check(name + ": distance of " + CellOf(c), got.ContainsKey(CellOf(c)) ? got[CellOf(c)] : -1, Number(c, 2));
            Check(name + ": number of cells with a distance", got.Count, cells.Count);
        }
        foreach (var want in v.Element("paths").Elements())
        {
            Cell from = CellOf(want.Element("from")), to = CellOf(want.Element("to"));
            var got = Board.Path(free, from, to);
            Check(name + ": path " + from + to, got == null ? "null" : string.Join(" ", got), List(want.Element("path")));
            Check(name + ": distance " + from + to, Board.Distance(free, from, to), got == null ? -1 : got.Count);
        }
        Check(name + ": the free cells are unchanged", Show(free), Show(Board.FreeCells(state)));
    }

    private static void Explosions(string name, State state, XElement v)
    {
        var blasts = v.Element("blast").Elements().ToList();
        Check(name + ": number of bombs", state.Bombs.Count, blasts.Count);
        for (int i = 0; i < blasts.Count; i++)
        {
            Check(name + ": bomb " + i, state.Bombs[i].Cell, CellOf(blasts[i].Element("bomb")));
            Check(name + ": blast of " + state.Bombs[i].Cell, Show(Board.Blast(state.Board, state.Bombs[i])),
                Show(Cells(blasts[i].Element("cells"))));
        }
        var danger = Board.Danger(state.Board, state.Bombs);
        var dangers = v.Element("danger").Elements().ToList();
        foreach (var want in dangers)
        {
            var cell = CellOf(want.Element("cell"));
            var turns = danger.ContainsKey(cell) ? string.Join(" ", danger[cell]) : "none";
            Check(name + ": danger of " + cell, turns, List(want.Element("turns")));
        }
        Check(name + ": number of cells in danger", danger.Count, dangers.Count);
        foreach (var want in v.Element("ways_out").Elements())
        {
            var cell = CellOf(want.Element("cell"));
            var bomb = want.Element("bomb");
            var got = IsNull(bomb) ? Board.WaysOut(state, cell)
                : Board.WaysOut(state, cell, Number(bomb, 0), Number(bomb, 1));
            Check(name + ": " + want, string.Join(" ", got), List(want.Element("moves")));
        }
    }

    private static void Neighbours()
    {
        var around = Board.Neighbours(new Cell(2, -1)).Select(n => n.Direction + n.Cell);
        Check("neighbours", string.Join(" ", around), "x+(3,-1) y+(3,-2) z+(2,-2) x-(1,-1) y-(1,0) z-(2,0)");
    }
}
