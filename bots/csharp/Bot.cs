// A starter bot for hexabomb: goes for cells that are not ours, bombs where it can get away. Make it better!
using System.Collections.Generic;
using System.Linq;
using Netorcai;

public static class Bot
{
    const string Nickname = "mybot"; // 1 to 10 characters without blanks
    const int Range = 4, Delay = 3, Gain = 8; // of our bombs, and how many cells each must win

    /// <summary>Looks at the state of the game and returns one action for each of our characters.</summary>
    static List<Action> ChooseActions(State state, int playerId, bool mayRevive)
    {
        var free = Board.FreeCells(state);
        var hot = Board.Danger(state.Board, state.Bombs);
        var actions = new List<Action>();
        foreach (var me in state.Characters.Where(c => c.Color == playerId + 1))
        {
            // Board.Draw("{\"circle\":[" + me.Cell.Q + "," + me.Cell.R + "]}"); // to see it on the page
            bool revives = !me.Alive && mayRevive && me.ReviveDelay == 0 && free.Remove(me.Cell);
            if (revives) actions.Add(Action.Revive(me.Id));
            if (!me.Alive) continue;
            System.Func<Cell, bool> fresh = cell => state.Board[cell] != me.Color && !hot.ContainsKey(cell);
            int won = Board.Blast(state.Board, new Bomb { Cell = me.Cell, Range = Range, Delay = Delay }).Count(fresh);
            bool armed = me.BombCount > 0 && state.Bombs.All(b => !b.Cell.Equals(me.Cell));
            if (armed && won >= Gain && Board.WaysOut(state, me.Cell, Range, Delay).Count > 0)
            {
                actions.Add(Action.Bomb(me.Id, Range, Delay));
                continue;
            }
            // Where could it go and live? Best where nothing explodes soon, and towards the nearest cell that is not ours.
            var around = Board.Neighbours(me.Cell).ToDictionary(next => next.Direction, next => next.Cell);
            around[Board.Stay] = me.Cell;
            var ways = Board.WaysOut(state, me.Cell).Where(way => way == Board.Stay || free.Contains(around[way])).ToList();
            var calm = ways.Where(way => !hot.ContainsKey(around[way]) || hot[around[way]][0] > 2).ToList();
            var choices = new[] { calm, ways, new List<string> { Board.Stay } }.First(list => list.Count > 0);
            var direction = Board.Toward(free, me.Cell, fresh);
            if (!choices.Contains(direction)) direction = choices[(int)(Board.Random() * choices.Count)];
            if (direction != Board.Stay) actions.Add(Action.Move(me.Id, direction));
            free.Remove(around[direction]); // so that our next character does not want to go there, too
        }
        return actions;
    }

    static void Play()
    {
        var client = new Client(Nickname);
        var game = client.WaitForStart();
        bool mayRevive = game.NbSpecialPlayers == 0; // in sudden death the dead stay dead
        while (client.NextTurn() is Turn turn) client.Act(ChooseActions(turn.GameState, game.PlayerId, mayRevive));
        // Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
        System.Console.WriteLine("winner: " + client.GameEnds.WinnerPlayerId + " we are: " + game.PlayerId);
    }

    static int Main()
    {
        try { Play(); return 0; } catch (NetorcaiError error) { System.Console.Error.WriteLine("Bot: " + error.Message); return 1; }
    }
}
