// A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, keeps out of blasts. Make it better!
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
        // Board.Draw("{\"circle\":[" + me.Cell.X + "," + me.Cell.Y + "]}"); // to see it on the page
        var others = state.Players.Where(p => p != me);
        // Others may trigger their bombs: be ready for each of them to explode in the round after the coming one.
        var bombs = state.Bombs.Select(b => b.Owner == key ? b : b.With(Math.Min(b.Timer, 2))).ToList();
        var wary = state.With(others, bombs); // without us, for our cell is free when we have left it
        var ways = Board.WaysOut(wary, me.Cell);
        if (ways.Count == 0) ways = Board.WaysOut(state, me.Cell); // nothing is safe: hope that nobody triggers
        var free = Board.FreeCells(wary);
        var ours = bombs.Where(b => b.Owner == key).OrderBy(b => b.Timer).ToList();
        bool mayBomb = ours.Count < me.Bag && free.Contains(me.Cell); // no bomb lies here
        if (mayBomb && Pays(wary, me, me.Cell)) return PlaceBomb;
        // Trigger our next bomb if we survive that it explodes in the round after the coming one.
        var sooner = wary.With(others, bombs.Select(b => b == ours.FirstOrDefault() ? b.With(2) : b));
        bool early = ours.Count > 0 && ours[0].Timer > 2;
        if (early && Board.WaysOut(sooner, me.Cell).Contains(Board.Stay)) return TriggerBomb;
        // Go to the nearest cell that has a power-up or where a bomb pays.
        foreach (var cell in Board.Distances(free, me.Cell).OrderBy(e => e.Value).Select(e => e.Key))
        {
            if (!state.PowerUps.Contains(cell) && !Pays(wary, me, cell)) continue;
            var way = Board.Path(free, me.Cell, cell);
            if (way.Count > 0 && ways.Contains(way[0])) return way[0];
        }
        return ways.Count == 0 ? Board.Stay : ways.Last(); // the last one is to stay, if we can
    }

    // Whether a bomb on a cell reaches another player, or a wall that no bomb breaks yet, and we survive it.
    static bool Pays(State state, Player me, Cell cell)
    {
        int timer = Math.Min(9, 3 * me.Bag) + 1;
        var reached = Board.Blast(state, new Bomb { Cell = cell, Radius = me.Radius, Timer = timer });
        var walls = reached.Where(state.SoftWalls.Contains).Except(Board.Danger(state).Keys);
        bool gains = walls.Any() || state.Players.Any(p => p.Alive && reached.Contains(p.Cell));
        return gains && Board.WaysOut(state, cell, me.Radius, timer).Count > 0;
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
