// A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, lives. Make it better!
// It is started anew each round with its key and the folder of the round, reads state.json there and writes move.txt.
using System;
using System.IO;
using System.Linq;

static class Bot
{
    const int PlaceBomb = 5, TriggerBomb = 6;

    // Looks at the state of the game and returns a command.
    static int Choose(State state, string key)
    {
        var me = state.Players.First(p => p.Key == key);
        var here = me.Cell;
        // Board.Draw("{\"circle\":[" + here.X + "," + here.Y + "]}"); // to see it on the page
        // Others may trigger their bombs: be ready for it, if that leaves a way. Our cell is free when we have left it.
        var wary = Board.Triggered(Board.Without(state, me), b => b.Owner != key);
        var free = Board.FreeCells(wary);
        var ways = Board.WaysOut(wary, here);
        if (ways.Count == 0) ways = Board.WaysOut(state, here);
        var hot = Board.Danger(wary);
        // What a bomb there would hit: soft walls that no bomb breaks yet, and other players.
        Func<Cell, int> gain = cell => {
            var reached = Board.Blast(wary, new Bomb { Cell = cell, Radius = me.Radius });
            return reached.Count(c => wary.SoftWalls.Contains(c) && !hot.ContainsKey(c))
                + wary.Players.Count(p => p.Alive && reached.Contains(p.Cell));
        };
        Func<Cell, bool> safe = cell => Board.WaysOut(wary, cell, me.Radius, Math.Min(9, 3 * me.Bag) + 1).Count > 0;
        var mine = Board.BombsOf(state, key);
        bool armed = mine.Count < me.Bag && !state.Bombs.Any(b => b.Cell.Equals(here));
        if (armed && gain(here) > 0 && safe(here)) return PlaceBomb;
        if (mine.Count > 0 && mine[0].Timer > 2)
        {
            var early = Board.Triggered(wary, b => b.Cell.Equals(mine[0].Cell));
            if (Board.WaysOut(early, here).Contains(Board.Stay)) return TriggerBomb; // no need to wait
        }
        // Go where most is to be had for each round: a power-up is worth four walls. The best goal first.
        var goals = Board.Distances(free, here).Where(e => !e.Key.Equals(here)).Select(e => new { Cell = e.Key,
            Worth = (gain(e.Key) + (state.PowerUps.Contains(e.Key) ? 4 : 0)) / (e.Value + 2.0) });
        foreach (var goal in goals.OrderBy(g => -g.Worth).ThenBy(g => g.Cell.X).ThenBy(g => g.Cell.Y))
        {
            int first = Board.Path(free, here, goal.Cell)[0];
            if (goal.Worth == 0 || !ways.Contains(first)) continue;
            if (state.PowerUps.Contains(goal.Cell) || safe(goal.Cell)) return first;
        }
        return ways.Count == 0 ? Board.Stay : ways[(int)(Board.Random(state) * ways.Count)];
    }

    static void Main(string[] args)
    {
        string key = args[0], folder = args[1];
        if (Directory.Exists(Path.Combine(folder, key))) folder = Path.Combine(folder, key); // our own, in the round's
        int command = Choose(State.Read(File.ReadAllText(Path.Combine(folder, "state.json"))), key);
        File.WriteAllText(Path.Combine(folder, "move.txt"), command.ToString());
        Console.WriteLine("command " + command); // goes to log.txt
    }
}
