// A starter bot for hexabomb: goes to fresh cells, keeps out of blasts, bombs where it pays. Make it better!
using System.Collections.Generic;
using System.Linq;
using Netorcai;

public static class Bot
{
    const string Nickname = "mybot"; // 1 to 10 characters without blanks
    const int Range = 4, Delay = 3; // of our bombs, from 2 to 4

    /// <summary>Looks at the state of the game and returns one action for each of our characters.</summary>
    static List<Action> ChooseActions(State state, int playerId, bool mayRevive)
    {
        int myColor = playerId + 1;
        var free = Board.FreeCells(state);
        var actions = new List<Action>();
        foreach (var me in state.Characters.Where(c => c.Color == myColor))
        {
            // Board.Draw("{\"circle\":[" + me.Cell.Q + "," + me.Cell.R + "]}"); // to see it on the page
            bool revives = !me.Alive && mayRevive && me.ReviveDelay == 0 && free.Remove(me.Cell);
            if (revives) actions.Add(Action.Revive(me.Id));
            if (!me.Alive) continue;
            // A bomb pays where it paints many cells, and only if a way leads out of all blasts afterwards.
            var bomb = new Bomb { Cell = me.Cell, Range = Range, Delay = Delay };
            int gain = Board.Blast(state.Board, bomb).Count(cell => state.Board[cell] != myColor);
            bool pays = me.BombCount > 0 && gain > 5 && state.Bombs.All(b => !b.Cell.Equals(me.Cell));
            if (pays && Board.WaysOut(state, me.Cell, Range, Delay).Count > 0)
            {
                actions.Add(Action.Bomb(me.Id, Range, Delay));
                continue;
            }
            // Of the steps that we survive, take the one from which the next fresh cell is nearest.
            var ways = Board.WaysOut(state, me.Cell);
            var best = Board.Neighbours(me.Cell).Where(way => ways.Contains(way.Direction) && free.Contains(way.Cell))
                .OrderBy(way => Board.Distances(free, way.Cell).Where(e => state.Board[e.Key] != myColor)
                    .Select(e => e.Value).DefaultIfEmpty(1000).Min()).FirstOrDefault();
            if (best == null) continue; // no action: the character stays where it is
            actions.Add(Action.Move(me.Id, best.Direction));
            free.Remove(best.Cell); // so that our next character does not go there, too
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
