// Tests of Board.cs: built with Bot.cs and Board.cs by mcs, run with the path of testdata/helpers-bomberman.json.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

static class BoardTest
{
    static int checks;

    static void Check(string name, object got, object want)
    {
        checks++;
        if (!want.Equals(got)) throw new Exception(name + ":\ngot  " + got + "\nwant " + want);
    }

    static void Numbers(uint seed, params double[] wants)
    {
        var got = Board.Numbers(seed).Take(wants.Length).Select(n => n * 4294967296.0);
        Check("numbers of " + seed, string.Join(" ", got), string.Join(" ", wants));
    }

    static int Main(string[] args)
    {
        try
        {
            // The bot's reader of JSON wants no white space: the file has some between its cases, and before the first.
            var text = string.Concat(File.ReadAllLines(args[0])).Replace("\"cases\": ", "\"cases\":");
            var cases = Json.Read(new StringReader(text))["cases"].Items;
            Check("there are cases", cases.Count >= 30, true);
            foreach (var v in cases)
            {
                var name = v["name"].Text;
                var state = State.Of(v["state"]);
                var before = Show(state);
                Check(name + ": free cells", Show(Board.FreeCells(state)), Show(v["free_cells"].Items.Select(CellOf)));
                Ways(name, state, v);
                Explosions(name, state, v);
                Check(name + ": the state is unchanged", Show(state), before);
            }
            Numbers(7, 50271532, 266108690, 4195786334);
            Numbers(2147483647, 1842962257, 546041740, 1654754255);
            var around = Board.Neighbours(new Cell(5, 3)).Select(n => n.Move + ":" + n.Cell);
            Check("neighbours", string.Join(" ", around), "1:(5,2) 2:(4,3) 3:(6,3) 4:(5,4)");
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            return 1;
        }
        Console.WriteLine(checks + " checks passed");
        return 0;
    }

    static Cell CellOf(Json pair) { return new Cell(pair.Items[0].Number, pair.Items[1].Number); }

    static string List(Json list) { return list.Text == "null" ? "null" : Show(list.Items.Select(n => n.Number)); }

    static string Show(IEnumerable<int> numbers) { return string.Join(" ", numbers); }

    static string Show(IEnumerable<Cell> cells)
    {
        return string.Join(" ", cells.OrderBy(c => c.X).ThenBy(c => c.Y).Select(c => c.ToString()));
    }

    static string Show(State state)
    {
        return string.Join("; ", Show(state.HardWalls), Show(state.SoftWalls), Show(state.PowerUps),
            string.Join(" ", state.Players.Select(p => p.Key + p.Cell + p.Alive + p.Bag + p.Radius)),
            string.Join(" ", state.Bombs.Select(b => b.Owner + b.Cell + b.Radius + "," + b.Timer)));
    }

    static void Ways(string name, State state, Json v)
    {
        var free = Board.FreeCells(state);
        foreach (var want in v["distances"].Items)
        {
            var got = Board.Distances(free, CellOf(want["from"]));
            foreach (var c in want["cells"].Items)
                Check(name + ": distance of " + CellOf(c), got.ContainsKey(CellOf(c)) ? got[CellOf(c)] : -1,
                    c.Items[2].Number);
            Check(name + ": number of cells with a distance", got.Count, want["cells"].Items.Count);
        }
        foreach (var want in v["paths"].Items)
        {
            Cell from = CellOf(want["from"]), to = CellOf(want["to"]);
            var got = Board.Path(free, from, to);
            Check(name + ": path " + from + to, got == null ? "null" : Show(got), List(want["path"]));
            Check(name + ": distance " + from + to, Board.Distance(free, from, to), got == null ? -1 : got.Count);
        }
        Check(name + ": the free cells are unchanged", Show(free), Show(Board.FreeCells(state)));
    }

    static void Explosions(string name, State state, Json v)
    {
        var blasts = v["blast"].Items;
        Check(name + ": number of bombs", state.Bombs.Count, blasts.Count);
        for (int i = 0; i < blasts.Count; i++)
        {
            Check(name + ": bomb " + i, state.Bombs[i].Cell, CellOf(blasts[i]["bomb"]));
            Check(name + ": blast of " + state.Bombs[i].Cell, Show(Board.Blast(state, state.Bombs[i])),
                Show(blasts[i]["cells"].Items.Select(CellOf)));
        }
        var danger = Board.Danger(state);
        foreach (var want in v["danger"].Items)
        {
            var cell = CellOf(want["cell"]);
            var turns = danger.ContainsKey(cell) ? Show(danger[cell]) : "none";
            Check(name + ": danger of " + cell, turns, List(want["turns"]));
        }
        Check(name + ": number of cells in danger", danger.Count, v["danger"].Items.Count);
        foreach (var want in v["ways_out"].Items)
        {
            var cell = CellOf(want["cell"]);
            var bomb = want["bomb"];
            var got = bomb.Text == "null" ? Board.WaysOut(state, cell)
                : Board.WaysOut(state, cell, bomb.Items[0].Number, bomb.Items[1].Number);
            Check(name + ": ways out of " + cell + " " + bomb.Text, Show(got), List(want["moves"]));
        }
    }
}
