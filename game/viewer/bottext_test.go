package viewer

import "testing"

// TestBotText: viewers cannot see where users store bots.
func TestBotText(t *testing.T) {
	for bot, want := range map[string]string{
		"builtin:hunter": "builtin:hunter",
		"human:ann":      "human:ann",
		"python3 bot.py": "python3 bot.py",
		"./mybot":        "mybot",
		"python3 /home/ann/bots/bot.py --depth=3":    "python3 bot.py --depth=3",
		"/home/ann/bots/":                            "bots",
		"stdio:../ann/bot --map=/home/ann/m.txt a/b": "stdio:bot --map=m.txt b",
		`"/home/ann/my bots/run" x`:                  `"my run" x`,
		`C:\bots\ann\bot.exe -x`:                     "bot.exe -x",
		`java -cp c:/ann/lib Main`:                   "java -cp lib Main",
		"":                                           "",
	} {
		if got := BotText(bot); got != want {
			t.Errorf("%q: got %q, expected %q", bot, got, want)
		}
	}
}

// TestActionOf: a character is called as on the board.
func TestActionOf(t *testing.T) {
	for action, want := range map[string]string{
		"character 9: move x+": "B9: move x+", "character that cannot be: revive": "character that cannot be: revive", "up": "up", "": "",
		"character 12": "B12",
	} {
		if got := ActionOf("B", action); got != want {
			t.Errorf("%q: got %q, expected %q", action, got, want)
		}
	}
}

// TestByLetter: players are listed in the order of their letters.
func TestByLetter(t *testing.T) {
	f := &Frame{Players: []Player{{ID: 0, Entrant: 2}, {ID: 1, Entrant: 1}, {ID: 2, Entrant: 4}, {ID: 3, Entrant: 3}}}
	if got := ByLetter(4, f.Look); got[0] != 1 || got[1] != 0 || got[2] != 3 || got[3] != 2 {
		t.Errorf("got %v, expected 1, 0, 3, 2", got)
	}
}
