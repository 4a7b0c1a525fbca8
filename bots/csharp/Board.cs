// Helpers for the board of hexabomb: ways, blasts, danger. None of them changes its arguments.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Netorcai
{
    /// <summary>A direction of the board, and what it adds to q and r.</summary>
    public class Direction
    {
        public readonly string Name;
        public readonly int Q, R;
        public Direction(string name, int q, int r) { Name = name; Q = q; R = r; }
    }

    /// <summary>One of the cells around a cell, and the direction that leads there.</summary>
    public class Neighbour { public string Direction; public Cell Cell; }

    /// <summary>Helpers for the board.</summary>
    public static class Board
    {
        /// <summary>What WaysOut calls not moving.</summary>
        public const string Stay = "stay";

        public static readonly Direction[] Directions = {
            new Direction("x+", 1, 0), new Direction("y+", 1, -1), new Direction("z+", 0, -1),
            new Direction("x-", -1, 0), new Direction("y-", -1, 1), new Direction("z-", 0, 1) };

        /// <summary>Draws on the board of the page; shape is JSON, such as {"cell":[2,-1],"color":"red"}.</summary>
        public static void Draw(string shape) { Console.WriteLine("@draw " + shape); Console.Out.Flush(); }

        /// <summary>The six cells around a cell, in the order of the rules. Some may not be on the board.</summary>
        public static List<Neighbour> Neighbours(Cell cell) => Directions
            .Select(d => new Neighbour { Direction = d.Name, Cell = new Cell(cell.Q + d.Q, cell.R + d.R) }).ToList();

        /// <summary>The cells that exist and hold neither a living character nor a bomb.</summary>
        public static HashSet<Cell> FreeCells(State state)
        {
            var free = new HashSet<Cell>(state.Board.Keys);
            free.ExceptWith(state.Bombs.Select(bomb => bomb.Cell));
            free.ExceptWith(state.Characters.Where(c => c.Alive).Select(c => c.Cell));
            return free;
        }

        /// <summary>The steps to each cell over free cells. from has 0 and need not be free; what cannot be reached is
        /// missing.</summary>
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

        /// <summary>The number of steps from one cell to another over free cells; -1: there is no way.</summary>
        public static int Distance(HashSet<Cell> free, Cell from, Cell to)
        {
            int steps;
            return Distances(free, from).TryGetValue(to, out steps) ? steps : -1;
        }

        /// <summary>The directions of a shortest way over free cells: empty when we are there, null when there is no
        /// way.</summary>
        public static List<string> Path(HashSet<Cell> free, Cell from, Cell to)
        {
            if (Distance(free, from, to) < 0) return null;
            var left = Distances(new HashSet<Cell>(free) { from }, to); // from here we look back from the end
            var way = new List<string>();
            for (var cell = from; !cell.Equals(to); )
            {
                var next = Neighbours(cell).First(n => left.ContainsKey(n.Cell) && left[n.Cell] < left[cell]);
                way.Add(next.Direction);
                cell = next.Cell;
            }
            return way;
        }

        /// <summary>The first direction of a shortest way over free cells to the nearest cell that is wanted; Stay: there is
        /// none. Of equally long ways it is the one whose directions come first.</summary>
        public static string Toward(HashSet<Cell> free, Cell from, Func<Cell, bool> wanted)
        {
            var first = new Dictionary<Cell, string> { { from, Stay } }; // by cell: the direction to begin with
            var waiting = new Queue<Cell>(new[] { from });
            while (waiting.Count > 0)
            {
                var here = waiting.Dequeue();
                if (!here.Equals(from) && wanted(here)) return first[here];
                foreach (var next in Neighbours(here))
                {
                    if (!free.Contains(next.Cell) || first.ContainsKey(next.Cell)) continue;
                    first[next.Cell] = here.Equals(from) ? next.Direction : first[here];
                    waiting.Enqueue(next.Cell);
                }
            }
            return Stay;
        }

        /// <summary>Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the
        /// starters.</summary>
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

        private static readonly IEnumerator<double> numbers =
            Numbers(uint.Parse(Environment.GetEnvironmentVariable("BLASTYARD_SEED") ?? "1")).GetEnumerator();

        /// <summary>The next random number from 0 to below 1: the same ones in each match with the same seed.</summary>
        public static double Random()
        {
            numbers.MoveNext();
            return numbers.Current;
        }

        /// <summary>The cells that a bomb covers: its own, and up to Range cells in each direction, up to the first
        /// missing one.</summary>
        public static HashSet<Cell> Blast(Dictionary<Cell, int> board, Bomb bomb)
        {
            var covered = new HashSet<Cell> { bomb.Cell };
            foreach (var d in Directions)
                for (int step = 1; step <= bomb.Range; step++)
                {
                    var target = new Cell(bomb.Cell.Q + step * d.Q, bomb.Cell.R + step * d.R);
                    if (!board.ContainsKey(target)) break;
                    covered.Add(target);
                }
            return covered;
        }

        /// <summary>The turns in which each cell is in a blast, ascending; 1: at the end of this one,
        /// chains included.</summary>
        public static Dictionary<Cell, List<int>> Danger(Dictionary<Cell, int> board, IEnumerable<Bomb> bombs)
        {
            var turns = new Dictionary<Cell, List<int>>();
            foreach (var explosion in Explosions(board, bombs))
                foreach (var cell in explosion.Value)
                {
                    if (!turns.ContainsKey(cell)) turns[cell] = new List<int>();
                    turns[cell].Add(explosion.Key);
                }
            return turns;
        }

        /// <summary>By turn, the cells that are in a blast at its end.</summary>
        internal static SortedDictionary<int, HashSet<Cell>> Explosions(Dictionary<Cell, int> board,
            IEnumerable<Bomb> bombs)
        {
            var blown = new SortedDictionary<int, HashSet<Cell>>();
            var waiting = bombs.ToList();
            while (waiting.Count > 0)
            {
                int turn = waiting.Min(bomb => bomb.Delay);
                var covered = new HashSet<Cell>();
                for (int before = -1; before != waiting.Count; ) // each blast may set off more bombs
                {
                    before = waiting.Count;
                    foreach (var bomb in waiting.ToList())
                    {
                        if (bomb.Delay > turn && !covered.Contains(bomb.Cell)) continue;
                        covered.UnionWith(Blast(board, bomb));
                        waiting.Remove(bomb);
                    }
                }
                blown[turn] = covered;
            }
            return blown;
        }

        /// <summary>The first moves (directions, Stay for not moving) with which a character on a cell survives all
        /// bombs that are there, if nobody else does anything. Empty: there is no way out.</summary>
        public static List<string> WaysOut(State state, Cell cell) =>
            new Escape(state, cell, state.Bombs).Moves(cell, 1);

        /// <summary>The same when the character drops a bomb this turn: its moves of the next turn.</summary>
        public static List<string> WaysOut(State state, Cell cell, int range, int delay)
        {
            // The delay of the new bomb counts from the next turn on.
            var bomb = new Bomb { Cell = cell, Range = range, Delay = delay + 1 };
            var escape = new Escape(state, cell, state.Bombs.Concat(new[] { bomb }).ToList());
            return escape.Burns(cell, 1) ? new List<string>() : escape.Moves(cell, 2);
        }
    }

    /// <summary>Where one can be and go in the turns to come, until the last bomb has gone off.</summary>
    internal sealed class Escape
    {
        private const int Never = int.MaxValue;
        // The first turn in which a cell can be entered.
        private readonly Dictionary<Cell, int> freeFrom = new Dictionary<Cell, int>();
        private readonly SortedDictionary<int, HashSet<Cell>> blown;
        private readonly int last; // turn with a blast
        // What Survives has found out.
        private readonly Dictionary<Tuple<Cell, int>, bool> known = new Dictionary<Tuple<Cell, int>, bool>();

        internal Escape(State state, Cell own, List<Bomb> bombs)
        {
            blown = Board.Explosions(state.Board, bombs);
            last = blown.Count > 0 ? blown.Keys.Max() : 0;
            foreach (var cell in state.Board.Keys) freeFrom[cell] = 1;
            foreach (var bomb in bombs) Block(bomb.Cell);
            foreach (var c in state.Characters) if (c.Alive && !c.Cell.Equals(own)) Block(c.Cell);
        }

        /// <summary>A bomb or a character bars its cell until a blast.</summary>
        private void Block(Cell cell)
        {
            var turns = blown.Keys.Where(turn => Burns(cell, turn)).ToList();
            freeFrom[cell] = turns.Count > 0 ? turns[0] + 1 : Never;
        }

        internal bool Burns(Cell cell, int turn) => blown.ContainsKey(turn) && blown[turn].Contains(cell);

        internal List<string> Moves(Cell cell, int turn)
        {
            var ways = Board.Neighbours(cell)
                .Where(next => freeFrom.ContainsKey(next.Cell) && freeFrom[next.Cell] <= turn && Survives(next.Cell, turn))
                .Select(next => next.Direction).ToList();
            if (Survives(cell, turn)) ways.Add(Board.Stay);
            return ways;
        }

        /// <summary>Whether a character on a cell at the end of a turn survives it and the turns after it.</summary>
        private bool Survives(Cell cell, int turn)
        {
            if (turn > last) return true;
            var key = Tuple.Create(cell, turn);
            if (!known.ContainsKey(key)) known[key] = !Burns(cell, turn) && Moves(cell, turn + 1).Count > 0;
            return known[key];
        }
    }
}
