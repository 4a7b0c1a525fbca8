// A small netorcai client for hexabomb. It needs only what .NET and Mono bring: their JSON reader shows JSON as XML elements,
// so a message is an XElement here.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Netorcai
{
    /// <summary>Something went wrong between us and the server. Its message is one line for the user.</summary>
    public class NetorcaiError : Exception
    {
        public NetorcaiError(string message) : base(Regex.Replace(message, "\\s+", " ")) { }
    }

    /// <summary>The server has sent us away; the message says why.</summary>
    public class Kicked : NetorcaiError
    {
        public Kicked(string reason) : base("kicked by the server: " + reason) { }
    }

    /// <summary>A place on the board.</summary>
    public struct Cell : IEquatable<Cell>
    {
        public readonly int Q, R;
        public Cell(int q, int r) { Q = q; R = r; }
        public bool Equals(Cell other) => Q == other.Q && R == other.R;
        public override bool Equals(object other) => other is Cell && Equals((Cell)other);
        public override int GetHashCode() => Q * 31337 + R;
        public override string ToString() => "(" + Q + "," + R + ")";
    }

    /// <summary>Somebody's character; a dead one lies where it died. It may be revived when its ReviveDelay is 0.</summary>
    public class Character
    {
        public int Id, Color, ReviveDelay, BombCount;
        public Cell Cell;
        public bool Alive;
    }

    /// <summary>A bomb; with a delay of 1 it goes off at the end of this turn.</summary>
    public class Bomb
    {
        public int Color, Range, Delay;
        public Cell Cell;
    }

    /// <summary>The state of a game; Message has all of it, explosions, cell_count and score too.</summary>
    public class State
    {
        /// <summary>The color of every cell there is; 0: neutral, else a player's id + 1.</summary>
        public Dictionary<Cell, int> Board = new Dictionary<Cell, int>();
        public List<Character> Characters = new List<Character>();
        public List<Bomb> Bombs = new List<Bomb>();
        public XElement Message;

        internal static State Of(XElement m)
        {
            var state = new State { Message = m };
            foreach (var c in Json.Field(m, "cells", "array").Elements()) state.Board[Json.Cell(c)] = Json.Number(c, "color");
            foreach (var c in Json.Field(m, "characters", "array").Elements())
                state.Characters.Add(new Character {
                    Id = Json.Number(c, "id"), Color = Json.Number(c, "color"), Cell = Json.Cell(c),
                    Alive = Json.Field(c, "alive", "boolean").Value == "true",
                    ReviveDelay = Json.Number(c, "revive_delay"), BombCount = Json.Number(c, "bomb_count") });
            foreach (var b in Json.Field(m, "bombs", "array").Elements())
                state.Bombs.Add(new Bomb {
                    Color = Json.Number(b, "color"), Range = Json.Number(b, "range"), Delay = Json.Number(b, "delay"),
                    Cell = Json.Cell(b) });
            return state;
        }
    }

    /// <summary>The game starts: who we are, how many play (ordinary and special players), how long, the first state.</summary>
    public class GameStarts
    {
        public int PlayerId, NbPlayers, NbSpecialPlayers, NbTurnsMax;
        public State InitialGameState;
    }

    /// <summary>A turn: its number, from 0, and the state to answer to.</summary>
    public class Turn { public int TurnNumber; public State GameState; }

    /// <summary>The game has ended. WinnerPlayerId: -1 if nobody won.</summary>
    public class GameEnds { public int WinnerPlayerId = -1; }

    /// <summary>What one of our characters shall do.</summary>
    public class Action
    {
        internal readonly XElement Message;
        private Action(params XElement[] fields) { Message = Json.Object("item", fields); }

        /// <summary>A character goes to the next cell in a direction.</summary>
        public static Action Move(int id, string direction) =>
            new Action(Json.Number("id", id), Json.Text("movement", "move"), Json.Text("direction", direction));

        /// <summary>A character drops a bomb where it stands. Range and delay: 2 to 4 (the special player: to 100).</summary>
        public static Action Bomb(int id, int range, int delay) =>
            new Action(Json.Number("id", id), Json.Text("movement", "bomb"), Json.Number("bomb_range", range),
                Json.Number("bomb_delay", delay));

        /// <summary>A dead character lives again.</summary>
        public static Action Revive(int id) => new Action(Json.Number("id", id), Json.Text("movement", "revive"));
    }

    /// <summary>Frames: 4 bytes of size, little-endian, then JSON and a line feed.</summary>
    public static class Frame
    {
        public const int MaxSize = 16777215;
        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        /// <summary>Sends one message.</summary>
        public static void Write(Stream to, XElement message)
        {
            var content = new MemoryStream();
            using (var writer = JsonReaderWriterFactory.CreateJsonWriter(content, Utf8, false)) message.WriteTo(writer);
            content.WriteByte((byte)'\n');
            if (content.Length >= MaxSize)
                throw new NetorcaiError("a message of " + content.Length + " bytes is too big to send: under " + MaxSize + " expected");
            int size = (int)content.Length;
            var frame = new[] { (byte)size, (byte)(size >> 8), (byte)(size >> 16), (byte)(size >> 24) }.Concat(content.ToArray());
            try { to.Write(frame.ToArray(), 0, size + 4); }
            catch (IOException error) { throw new NetorcaiError("cannot send to the server: " + error.Message); }
        }

        /// <summary>Waits for one whole message.</summary>
        public static XElement Read(Stream from)
        {
            var head = ReadExactly(from, 4);
            uint size = head[0] | (uint)head[1] << 8 | (uint)head[2] << 16 | (uint)head[3] << 24;
            if (size > MaxSize)
                throw new NetorcaiError("the server announces " + size + " bytes: at most " + MaxSize
                    + " expected; is it a netorcai server?");
            var message = Parse(ReadExactly(from, (int)size));
            var type = Json.Find(message, "message_type");
            if ((string)message.Attribute("type") != "object" || type == null || (string)type.Attribute("type") != "string")
                throw new NetorcaiError("the server sent something that is not a message: an object with a message_type expected");
            return message;
        }

        private static XElement Parse(byte[] content)
        {
            try
            {
                if (!IsWhole(Utf8.GetString(content))) throw new FormatException("its brackets do not match, or something follows");
                using (var reader = JsonReaderWriterFactory.CreateJsonReader(content, 0, content.Length, Utf8,
                    XmlDictionaryReaderQuotas.Max, null)) return XElement.Load(reader);
            }
            catch (Exception error) when (error is XmlException || error is FormatException || error is ArgumentException
                || error is InvalidOperationException)
            {
                throw new NetorcaiError("the server sent something that is not JSON: " + error.Message);
            }
        }

        /// <summary>Mono's reader forgives a missing end, a comma before the end and what follows it; we do not.</summary>
        private static bool IsWhole(string text)
        {
            var bare = Regex.Replace(text, "\"(\\\\.|[^\"\\\\])*\"", "").Trim(' ', '\t', '\r', '\n');
            int depth = 0;
            for (int i = 0; i < bare.Length; i++)
            {
                if (bare[i] == '{' || bare[i] == '[') depth++;
                if ((bare[i] == '}' || bare[i] == ']') && --depth == 0 && i < bare.Length - 1) return false;
            }
            return depth == 0 && !Regex.IsMatch(bare, @",\s*[\]}]");
        }

        private static byte[] ReadExactly(Stream from, int size)
        {
            var content = new byte[size];
            try
            {
                for (int got = 0, part; got < size; got += part)
                    if ((part = from.Read(content, got, size - got)) == 0)
                        throw new NetorcaiError("the server closed the connection before the game had ended");
                return content;
            }
            catch (IOException error)
            {
                var inner = error.InnerException as SocketException;
                throw new NetorcaiError(inner != null && inner.SocketErrorCode == SocketError.TimedOut
                    ? "the server does not answer" : "cannot read from the server: " + error.Message);
            }
        }
    }

    /// <summary>JSON values as XML elements.</summary>
    internal static class Json
    {
        internal static XElement Object(string name, params XElement[] fields) => new XElement(name, new XAttribute("type", "object"), fields);
        internal static XElement Array(string name, IEnumerable<XElement> items) => new XElement(name, new XAttribute("type", "array"), items);
        internal static XElement Text(string name, string value) => new XElement(name, new XAttribute("type", "string"), value);
        internal static XElement Number(string name, int value) => new XElement(name, new XAttribute("type", "number"), value);

        /// <summary>A field by its name; null if there is none. A name that XML does not know stands in an attribute.</summary>
        internal static XElement Find(XElement o, string name) =>
            o.Elements().FirstOrDefault(e => ((string)e.Attribute("item") ?? e.Name.LocalName) == name);

        internal static XElement Field(XElement o, string name, string type)
        {
            var field = Find(o, name);
            if (field != null && (string)field.Attribute("type") == type) return field;
            throw new NetorcaiError("the server plays another game: " + type + " expected as " + name);
        }

        internal static int Number(XElement o, string name) => // written 7 or 7.0
            (int)double.Parse(Field(o, name, "number").Value, NumberStyles.Float, CultureInfo.InvariantCulture);

        internal static Cell Cell(XElement o) => new Cell(Number(o, "q"), Number(o, "r"));
    }

    /// <summary>One connection to a netorcai server: WaitForStart, then NextTurn and Act until there is no more turn.</summary>
    public sealed class Client : IDisposable
    {
        public const string Version = "2.0.0"; // of the metaprotocol
        private const int Patience = 10000; // milliseconds to wait for the connection and the answer to the login

        private readonly TcpClient socket = new TcpClient { NoDelay = true }; // sends every answer at once
        private readonly NetworkStream stream;
        private int turnNumber = -1;

        /// <summary>How the game has ended, after NextTurn has returned null.</summary>
        public GameEnds GameEnds = new GameEnds();

        /// <summary>Connects to NETORCAI_HOST:NETORCAI_PORT (default localhost:4242) and logs in. nickname: 1 to 10 characters
        /// without blanks. role: "player", or "special player" for the hunter of sudden death.</summary>
        public Client(string nickname, string role = "player")
        {
            Connect(Setting("NETORCAI_HOST", "localhost"), Port());
            stream = socket.GetStream();
            Send(Json.Object("root", Json.Text("message_type", "LOGIN"), Json.Text("nickname", nickname), Json.Text("role", role),
                Json.Text("metaprotocol_version", Version)));
            stream.ReadTimeout = Patience;
            Receive("LOGIN_ACK");
            stream.ReadTimeout = System.Threading.Timeout.Infinite;
        }

        /// <summary>Waits for the game to start.</summary>
        public GameStarts WaitForStart()
        {
            var m = Receive("GAME_STARTS");
            return new GameStarts {
                PlayerId = Json.Number(m, "player_id"), NbPlayers = Json.Number(m, "nb_players"),
                NbSpecialPlayers = Json.Number(m, "nb_special_players"), NbTurnsMax = Json.Number(m, "nb_turns_max"),
                InitialGameState = State.Of(Json.Field(m, "initial_game_state", "object")) };
        }

        /// <summary>Waits for the next turn; null when the game has ended. Answer each one with Act.</summary>
        public Turn NextTurn()
        {
            var m = Receive("TURN", "GAME_ENDS");
            if (Json.Find(m, "message_type").Value == "GAME_ENDS")
            {
                GameEnds = new GameEnds { WinnerPlayerId = Json.Number(m, "winner_player_id") };
                return null;
            }
            turnNumber = Json.Number(m, "turn_number");
            return new Turn { TurnNumber = turnNumber, GameState = State.Of(Json.Field(m, "game_state", "object")) };
        }

        /// <summary>Sends our actions for the last turn; none: do nothing. Call it once a turn.</summary>
        public void Act(IEnumerable<Action> actions) =>
            Send(Json.Object("root", Json.Text("message_type", "TURN_ACK"), Json.Number("turn_number", turnNumber),
                Json.Array("actions", actions.Select(action => action.Message))));

        /// <summary>Leaves. Leaving twice does no harm.</summary>
        public void Dispose() => socket.Close();

        private void Send(XElement message)
        {
            try { Frame.Write(stream, message); }
            catch (NetorcaiError)
            {
                FindLastKick(); // it says more
                throw;
            }
        }

        /// <summary>A server that kicks us closes the connection; its reason may still wait to be read.</summary>
        private void FindLastKick()
        {
            stream.ReadTimeout = 1000;
            try { while (true) Receive(); }
            catch (Kicked) { throw; }
            catch (NetorcaiError) { }
        }

        private XElement Receive(params string[] expected)
        {
            var message = Frame.Read(stream);
            var type = Json.Find(message, "message_type").Value;
            if (type == "KICK") throw new Kicked((string)Json.Find(message, "kick_reason") ?? "no reason given");
            if (expected.Length > 0 && !expected.Contains(type))
                throw new NetorcaiError("the server sent " + type + ": " + string.Join(" or ", expected) + " expected");
            return message;
        }

        private void Connect(string host, int port)
        {
            var why = "it does not answer";
            try { if (socket.ConnectAsync(host, port).Wait(Patience)) return; }
            catch (AggregateException error)
            {
                var inner = error.GetBaseException() as SocketException;
                if (inner != null && inner.SocketErrorCode == SocketError.ConnectionRefused)
                    throw new NetorcaiError("no server listens on " + host + ":" + port + ": start one (blastyard play --wait 1 --port "
                        + port + "), or set NETORCAI_HOST and NETORCAI_PORT");
                why = error.GetBaseException().Message;
            }
            throw new NetorcaiError("cannot connect to " + host + ":" + port + ": " + why + ": look at NETORCAI_HOST and NETORCAI_PORT");
        }

        private static int Port()
        {
            var text = Setting("NETORCAI_PORT", "4242");
            ushort port;
            if (ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out port) && port > 0) return port;
            throw new NetorcaiError("NETORCAI_PORT is '" + text + "': a number from 1 to 65535 expected");
        }

        private static string Setting(string name, string otherwise)
        {
            var value = Environment.GetEnvironmentVariable(name);
            return string.IsNullOrEmpty(value) ? otherwise : value;
        }
    }
}
