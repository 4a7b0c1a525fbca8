// A starter bot for hexabomb: walks to fresh cells, bombs now and then, keeps out of blasts. Make it better!
using System.Collections.Generic;
using System.Linq;
using Netorcai;

public static class Bot
{
    const string Nickname = "mybot"; // 1 to 10 characters without blanks
    static readonly System.Random Chance = new System.Random();

    /// <summary>Looks at the state of the game and returns one action for each of our characters.</summary>
    static List<Action> ChooseActions(State state, int playerId, bool mayRevive)
    {
        int myColor = playerId + 1;
        var bombs = new HashSet<Cell>(state.Bombs.Select(b => b.Cell));
        var taken = new HashSet<Cell>(bombs.Concat(state.Characters.Where(c => c.Alive).Select(c => c.Cell))); // no way in
        var hot = Hexabomb.Danger(state.Board, state.Bombs, 2); // go up within two turns
        var actions = new List<Action>();
        foreach (var me in state.Characters.Where(c => c.Color == myColor))
        {
            if (!me.Alive)
            {
                if (mayRevive && me.ReviveDelay == 0 && taken.Add(me.Cell)) actions.Add(Action.Revive(me.Id));
                continue;
            }
            // Where could it go? Only onto cells that exist and hold neither a character nor a bomb.
            var free = Hexabomb.Neighbours(me.Cell).FindAll(way => state.Board.ContainsKey(way.Cell) && !taken.Contains(way.Cell));
            var safe = free.FindAll(way => !hot.Contains(way.Cell));
            var fresh = safe.FindAll(way => state.Board[way.Cell] != myColor);
            bool inDanger = hot.Contains(me.Cell), onBomb = bombs.Contains(me.Cell);
            if (me.BombCount > 0 && safe.Count > 0 && !inDanger && !onBomb && Chance.Next(10) == 0)
                actions.Add(Action.Bomb(me.Id, Chance.Next(2, 5), 4)); // range and delay
            else if (safe.Count > 0 || free.Count > 0 && inDanger)
            {
                var choice = fresh.Count > 0 ? fresh : safe.Count > 0 ? safe : free;
                var way = choice[Chance.Next(choice.Count)];
                taken.Add(way.Cell); // so that our next character does not want to go there, too
                actions.Add(Action.Move(me.Id, way.Direction));
            }
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
        try { Play(); } catch (NetorcaiError error) { System.Console.Error.WriteLine("Bot: " + error.Message); return 1; }
        return 0;
    }
}
