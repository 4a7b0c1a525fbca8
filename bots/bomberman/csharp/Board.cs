// The board of 2016-Bomberman: reads state.json; helpers for ways, blasts and danger. None changes its arguments.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

// A cell of the map. (1, 1) is the upper left one.
struct Cell : IEquatable<Cell>
{
    public readonly int X, Y;
    public Cell(int x, int y) { X = x; Y = y; }
    public bool Equals(Cell other) { return X == other.X && Y == other.Y; }
    public override bool Equals(object other) { return other is Cell && Equals((Cell)other); }
    public override int GetHashCode() { return X * 31337 + Y; }
    public override string ToString() { return "(" + X + "," + Y + ")"; }
}

// A living or dead player. Bag: how many bombs it may have on the map; Radius: of its next bombs.
class Player
{
    public string Key;
    public Cell Cell;
    public bool Alive;
    public int Points, Bag, Radius;
}

// A bomb. One that shows the timer 1 explodes in the coming round, before anybody moves. Owner: a player's key.
class Bomb
{
    public string Owner = "";
    public Cell Cell;
    public int Radius, Timer;
    // The same bomb with another timer: to try what would be.
    public Bomb With(int timer) { return new Bomb { Owner = Owner, Cell = Cell, Radius = Radius, Timer = timer }; }
}

// The state of the game at the beginning of a round.
class State
{
    public int Round, Width, Height;
    public HashSet<Cell> HardWalls = new HashSet<Cell>(), SoftWalls = new HashSet<Cell>();
    public HashSet<Cell> PowerUps = new HashSet<Cell>();
    public List<Player> Players = new List<Player>();
    public List<Bomb> Bombs = new List<Bomb>();

    // The same state with other players and bombs: to try what would be.
    public State With(IEnumerable<Player> players, IEnumerable<Bomb> bombs)
    {
        var other = (State)MemberwiseClone();
        other.Players = players.ToList();
        other.Bombs = bombs.ToList();
        return other;
    }

    // Reads the text of state.json.
    public static State Read(string text) { return Of(Json.Read(new StringReader(text))); }

    // The same from JSON that is read.
    public static State Of(Json json)
    {
        var state = new State {
            Round = json["CurrentRound"].Number, Width = json["MapWidth"].Number, Height = json["MapHeight"].Number };
        foreach (var p in json["RegisteredPlayerEntities"].Items)
            state.Players.Add(new Player {
                Key = p["Key"].Text, Cell = p.Cell, Alive = p["Killed"].Text == "false", Points = p["Points"].Number,
                Bag = p["BombBag"].Number, Radius = p["BombRadius"].Number });
        foreach (var block in json["GameBlocks"].Items.SelectMany(column => column.Items))
        {
            var entity = block["Entity"].Text == "null" ? "" : block["Entity"]["$type"].Text;
            if (entity.Contains("IndestructibleWall")) state.HardWalls.Add(block.Cell);
            else if (entity.Contains("DestructibleWall")) state.SoftWalls.Add(block.Cell);
            if (block["PowerUp"].Text != "null") state.PowerUps.Add(block.Cell);
            var bomb = block["Bomb"];
            if (bomb.Text != "null")
                state.Bombs.Add(new Bomb {
                    Owner = bomb["Owner"]["Key"].Text, Cell = block.Cell, Radius = bomb["BombRadius"].Number,
                    Timer = bomb["BombTimer"].Number });
        }
        return state;
    }
}

// A cell beside another one, and the command that leads there.
class Neighbour { public int Move; public Cell Cell; }

static class Board
{
    // The command that does nothing: what WaysOut calls not moving.
    public const int Stay = 0;

    // Draws on the board of the page; shape is JSON, such as {"cell":[2,1],"color":"red"}.
    public static void Draw(string shape) { Console.WriteLine("@draw " + shape); Console.Out.Flush(); }

    static readonly int[] StepX = { 0, -1, 1, 0 }, StepY = { -1, 0, 0, 1 };

    // The four cells around a cell: 1 up, 2 left, 3 right, 4 down.
    public static List<Neighbour> Neighbours(Cell c)
    {
        return Enumerable.Range(0, 4)
            .Select(i => new Neighbour { Move = i + 1, Cell = new Cell(c.X + StepX[i], c.Y + StepY[i]) }).ToList();
    }

    // The cells that can be entered: no wall, no bomb, no living player.
    public static HashSet<Cell> FreeCells(State state)
    {
        var free = new HashSet<Cell>();
        for (int x = 1; x <= state.Width; x++) for (int y = 1; y <= state.Height; y++) free.Add(new Cell(x, y));
        free.ExceptWith(state.HardWalls);
        free.ExceptWith(state.SoftWalls);
        free.ExceptWith(state.Bombs.Select(bomb => bomb.Cell));
        free.ExceptWith(state.Players.Where(p => p.Alive).Select(p => p.Cell));
        return free;
    }

    // The steps to each cell over free cells. from has 0 and need not be free; what cannot be reached is missing.
    public static Dictionary<Cell, int> Distances(HashSet<Cell> free, Cell from)
    {
        var steps = new Dictionary<Cell, int> { { from, 0 } };
        var waiting = new Queue<Cell>(new[] { from });
        while (waiting.Count > 0)
        {
            var cell = waiting.Dequeue();
            foreach (var next in Neighbours(cell))
            {
                if (!free.Contains(next.Cell) || steps.ContainsKey(next.Cell)) continue;
                steps[next.Cell] = steps[cell] + 1;
                waiting.Enqueue(next.Cell);
            }
        }
        return steps;
    }

    // The number of steps from one cell to another over free cells; -1: there is no way.
    public static int Distance(HashSet<Cell> free, Cell from, Cell to)
    {
        int steps;
        return Distances(free, from).TryGetValue(to, out steps) ? steps : -1;
    }

    // The moves of a shortest way over free cells: empty when we are there, null when there is no way.
    public static List<int> Path(HashSet<Cell> free, Cell from, Cell to)
    {
        if (Distance(free, from, to) < 0) return null;
        var left = Distances(new HashSet<Cell>(free) { from }, to); // from here we look back from the end
        var way = new List<int>();
        for (var cell = from; !cell.Equals(to); )
        {
            var next = Neighbours(cell).First(n => left.ContainsKey(n.Cell) && left[n.Cell] < left[cell]);
            way.Add(next.Move);
            cell = next.Cell;
        }
        return way;
    }

    // The cells that a bomb covers as the map is now. Hard walls end it; soft walls and bombs, too: it covers them.
    public static HashSet<Cell> Blast(State state, Bomb bomb)
    {
        return Blast(bomb, state.HardWalls, state.SoftWalls, state.Bombs);
    }

    static HashSet<Cell> Blast(Bomb bomb, HashSet<Cell> hard, HashSet<Cell> soft, List<Bomb> bombs)
    {
        var covered = new HashSet<Cell> { bomb.Cell };
        for (int i = 0; i < 4; i++)
            for (int step = 1; step <= bomb.Radius; step++)
            {
                var cell = new Cell(bomb.Cell.X + step * StepX[i], bomb.Cell.Y + step * StepY[i]);
                if (hard.Contains(cell)) break;
                covered.Add(cell);
                if (soft.Contains(cell) || bombs.Any(b => b.Cell.Equals(cell))) break;
            }
        return covered;
    }

    // The bombs of a player, the one that explodes first in front: a trigger is for that one.
    public static List<Bomb> BombsOf(State state, string key)
    {
        return state.Bombs.Where(bomb => bomb.Owner == key).OrderBy(bomb => bomb.Timer).ToList();
    }

    // The state without a player, whose cell is free when it has left it.
    public static State Without(State state, Player player)
    {
        return state.With(state.Players.Where(p => p != player), state.Bombs);
    }

    // The state as if some bombs were triggered in this round: they explode in round 2, if not before.
    public static State Triggered(State state, Func<Bomb, bool> which)
    {
        return state.With(state.Players, state.Bombs.Select(b => which(b) ? b.With(Math.Min(b.Timer, 2)) : b));
    }

    // Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the starters.
    public static IEnumerable<double> Numbers(uint seed)
    {
        while (true)
        {
            uint n;
            unchecked
            {
                seed += 0x6d2b79f5;
                n = (seed ^ seed >> 15) * (seed | 1);
                n ^= n + (n ^ n >> 7) * (n | 61);
            }
            yield return (n ^ n >> 14) / 4294967296.0;
        }
    }

    // A random number from 0 to below 1, another one in each round: the same ones in a match with the same seed.
    public static double Random(State state)
    {
        uint seed = uint.Parse(Environment.GetEnvironmentVariable("BLASTYARD_SEED") ?? "1");
        return Numbers(unchecked(seed + (uint)state.Round)).First();
    }

    // The rounds in which each cell is in a blast, ascending; 1: the coming one. Chains, broken walls are included.
    public static Dictionary<Cell, List<int>> Danger(State state)
    {
        var rounds = new Dictionary<Cell, List<int>>();
        foreach (var explosion in Explosions(state, state.Bombs))
            foreach (var cell in explosion.Value)
            {
                if (!rounds.ContainsKey(cell)) rounds[cell] = new List<int>();
                rounds[cell].Add(explosion.Key);
            }
        return rounds;
    }

    // By round, the cells that are in a blast.
    internal static SortedDictionary<int, HashSet<Cell>> Explosions(State state, List<Bomb> bombs)
    {
        var blown = new SortedDictionary<int, HashSet<Cell>>();
        var soft = new HashSet<Cell>(state.SoftWalls);
        var waiting = bombs.ToList();
        while (waiting.Count > 0)
        {
            int round = waiting.Min(bomb => bomb.Timer);
            var covered = new HashSet<Cell>();
            var lying = waiting.ToList();
            for (int before = -1; before != waiting.Count; ) // each blast may set off more bombs
            {
                before = waiting.Count;
                foreach (var bomb in waiting.ToList())
                {
                    if (bomb.Timer > round && !covered.Contains(bomb.Cell)) continue;
                    covered.UnionWith(Blast(bomb, state.HardWalls, soft, lying));
                    waiting.Remove(bomb);
                }
            }
            soft.ExceptWith(covered);
            blown[round] = covered;
        }
        return blown;
    }

    // The commands (moves, Stay) with which a player on a cell survives all bombs that are there, if nobody else does
    // anything. Empty: there is no way out.
    public static List<int> WaysOut(State state, Cell cell)
    {
        return new Escape(state, cell, state.Bombs).Moves(cell, 1);
    }

    // The same when the player places a bomb now, which then shows this timer: its commands of the next round.
    public static List<int> WaysOut(State state, Cell cell, int radius, int timer)
    {
        // The timer of the new bomb counts from the next round on.
        var bomb = new Bomb { Cell = cell, Radius = radius, Timer = timer + 1 };
        var escape = new Escape(state, cell, state.Bombs.Concat(new[] { bomb }).ToList());
        return escape.Burns(cell, 1) ? new List<int>() : escape.Moves(cell, 2);
    }
}

// Where one can be and go in the rounds to come, until the last bomb has exploded.
class Escape
{
    readonly Dictionary<Cell, int> freeFrom = new Dictionary<Cell, int>(); // the first round in which one can enter
    readonly SortedDictionary<int, HashSet<Cell>> blown;
    readonly int last; // round with a blast
    readonly Dictionary<Tuple<Cell, int>, bool> known = new Dictionary<Tuple<Cell, int>, bool>(); // see Survives

    public Escape(State state, Cell own, List<Bomb> bombs)
    {
        blown = Board.Explosions(state, bombs);
        last = blown.Count > 0 ? blown.Keys.Max() : 0;
        foreach (var cell in Board.FreeCells(state)) freeFrom[cell] = 1;
        freeFrom[own] = 1;
        foreach (var wall in state.SoftWalls) Block(wall);
        foreach (var bomb in bombs) Block(bomb.Cell);
        foreach (var p in state.Players) if (p.Alive && !p.Cell.Equals(own)) Block(p.Cell);
    }

    // A wall, a bomb or a player bars its cell until a blast.
    void Block(Cell cell)
    {
        var rounds = blown.Keys.Where(round => Burns(cell, round)).ToList();
        freeFrom[cell] = rounds.Count > 0 ? rounds[0] + 1 : int.MaxValue;
    }

    public bool Burns(Cell cell, int round) { return blown.ContainsKey(round) && blown[round].Contains(cell); }

    // Bombs explode before players move: who stands in a blast is dead, and who goes into one.
    public List<int> Moves(Cell cell, int round)
    {
        if (Burns(cell, round)) return new List<int>();
        var ways = Board.Neighbours(cell)
            .Where(n => freeFrom.ContainsKey(n.Cell) && freeFrom[n.Cell] <= round && Survives(n.Cell, round))
            .Select(next => next.Move).ToList();
        if (Survives(cell, round)) ways.Add(Board.Stay);
        return ways;
    }

    // Whether a player that is on a cell at the end of a round survives it and the rounds after it.
    bool Survives(Cell cell, int round)
    {
        if (round > last) return true;
        var key = Tuple.Create(cell, round);
        if (!known.ContainsKey(key)) known[key] = !Burns(cell, round) && Moves(cell, round + 1).Count > 0;
        return known[key];
    }
}

// A JSON value: an object has fields, an array items; of all else there is the text.
class Json
{
    public Dictionary<string, Json> Fields = new Dictionary<string, Json>();
    public List<Json> Items = new List<Json>();
    public string Text = "";
    public Json this[string name] { get { return Fields[name]; } }
    public int Number { get { return int.Parse(Text); } }
    public Cell Cell { get { return new Cell(this["Location"]["X"].Number, this["Location"]["Y"].Number); } }

    // Reads a value of JSON without white space, as state.json is.
    public static Json Read(TextReader input)
    {
        var value = new Json();
        char kind = (char)input.Read();
        if (kind == '{' || kind == '[') {
            while (input.Peek() != '}' && input.Peek() != ']' && input.Peek() >= 0) {
                var item = Read(input); // in an object, this is a field's name
                if (input.Peek() == ':' && input.Read() > 0) value.Fields[item.Text] = Read(input);
                else value.Items.Add(item);
                if (input.Peek() == ',') input.Read();
            }
            input.Read(); // the closing bracket
        }
        else if (kind == '"')
            for (int c; (c = input.Read()) != '"'; ) value.Text += (char)(c == '\\' ? input.Read() : c);
        else // a number, null, true or false
            for (value.Text += kind; char.IsLetterOrDigit((char)input.Peek()); ) value.Text += (char)input.Read();
        return value;
    }
}
