// A starter bot for 2016-Bomberman: walks at random and bombs now and then. Make it better!
// Each round it is started anew with two arguments, its key and the folder of the round. There it reads state.json, and
// writes its command into move.txt.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

static class Bot
{
    const int PlaceBomb = 5, TriggerBomb = 6;
    // What the moves 1 up, 2 left, 3 right, 4 down add to x and y. (1, 1) is the upper left block of the map.
    static readonly int[][] Steps = { new[] { 0, -1 }, new[] { -1, 0 }, new[] { 1, 0 }, new[] { 0, 1 } };

    // Looks at the state of the game and returns a command.
    static int Choose(Json state, string key)
    {
        var random = new Random();
        var me = state["RegisteredPlayerEntities"].Items.First(player => player["Key"].Text == key);
        int x = me["Location"]["X"].Number, y = me["Location"]["Y"].Number;

        // Where could we go? An entity is a wall or a player; an open power-up is no hindrance. Blocks come by columns.
        var free = new List<int>();
        for (int i = 0; i < Steps.Length; i++)
        {
            var block = state["GameBlocks"].Items[x + Steps[i][0] - 1].Items[y + Steps[i][1] - 1];
            if (block["Entity"].Text == "null" && block["Bomb"].Text == "null") free.Add(i + 1);
        }

        // Which bombs are ours? A blast runs along rows and columns only.
        var blocks = state["GameBlocks"].Items.SelectMany(column => column.Items);
        var mine = blocks.Where(b => b["Bomb"].Text != "null" && b["Bomb"]["Owner"]["Key"].Text == key).ToList();
        bool safe = mine.All(b => b["Location"]["X"].Number != x && b["Location"]["Y"].Number != y);

        if (mine.Count > 0 && safe && random.NextDouble() < 0.3) return TriggerBomb;
        if (free.Count == 0 || (mine.Count < me["BombBag"].Number && random.NextDouble() < 0.15)) return PlaceBomb;
        return free[random.Next(free.Count)];
    }

    static void Main(string[] args)
    {
        string key = args[0], folder = args[1];
        if (Directory.Exists(Path.Combine(folder, key))) folder = Path.Combine(folder, key); // our own, in the round's
        int command = Choose(Json.Read(new StringReader(File.ReadAllText(Path.Combine(folder, "state.json")))), key);
        File.WriteAllText(Path.Combine(folder, "move.txt"), command.ToString());
        Console.WriteLine("command " + command); // goes to log.txt
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
