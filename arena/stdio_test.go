//go:build unix

package arena_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/programs"
	"blastyard/game/match"
	"blastyard/internal/stage"
)

// talker returns the seat of a bot that is a shell script and plays over its standard input and output. The script
// may use the function turn, which waits for the line of a turn and sets n to its number, or exits at the end.
func talker(t *testing.T, script string) arena.Seat {
	t.Helper()
	const turn = `n=0
turn() {
	while read -r line; do
		case $line in
		'{"type":"turn"'*) n=$((n+1)); return ;;
		'{"type":"end"'*) echo told the end >&2; exit 0 ;;
		esac
	done
	exit 0
}
`
	file := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(file, []byte(turn+script), 0o666); err != nil {
		t.Fatal(err)
	}
	return arena.Seat{Bot: "stdio:sh " + file, Name: "talker"}
}

// stdioCase is a bot, good or bad, with the expected result in a game.
type stdioCase struct {
	name, script string
	time         time.Duration // for a turn; 0: no limit
	reason       match.Reason
	note         string // a part of a note of the match; "": any
	late         bool   // it misses turns
	refused      int
	silent       int    // turns
	kept         string // a part of a note of its last turn
}

// every returns a script that answers each turn with a line.
func every(line string) string { return "while turn; do echo '" + line + "'; done" }

// third returns a script that answers twice with a line and then runs other commands.
func third(line, then string) string {
	return "turn; echo '" + line + "'\nturn; echo '" + line + "'\nturn\n" + then
}

const wait = "exec sleep 60"

var hexabombStdio = []stdioCase{
	{name: "well", script: every("[]"), reason: match.Finished},
	{name: "blank lines", script: "while turn; do echo; echo '[]'; echo '  '; done", reason: match.Finished},
	{name: "refused", script: every(`[{"id":0,"movement":"fly"}]`), reason: match.Finished, refused: 7, silent: 7},
	{name: "refused in part", script: every(`[{"id":0,"movement":"fly"},{"id":99,"movement":"revive"}]`), reason: match.Finished, refused: 14},
	{name: "slow", script: third("[]", "sleep 1; echo '[]'; "+every("[]")), time: 200 * time.Millisecond, reason: match.Finished, late: true},
	{name: "silent", script: "while turn; do :; done", time: 100 * time.Millisecond, reason: match.Finished, late: true},
	{name: "never reads", script: wait, time: 100 * time.Millisecond, reason: match.Finished, late: true},
	{name: "crash", script: third("[]", "echo last words >&2; exit 3"), reason: match.Crashed, note: "turn 4: talker crashed (exit code 3): last words"},
	{name: "goes", script: third("[]", "exit 0"), reason: match.Disconnected, note: "turn 4: talker disconnected (exited with 0)"},
	{name: "cannot start", script: "exit 4", reason: match.Crashed, note: "exit code 4"},
	{name: "prints", script: third("[]", "echo hello; "+wait), reason: match.Illegal,
		note: `Non-JSON message received: line 3 of its standard output is "hello", expected a list of actions; print other text to standard error`},
	{name: "an object", script: third("[]", "echo '{}'; "+wait), reason: match.Illegal,
		note: `Non-array value for field 'actions': line 3 of its standard output is "{}", expected a list of actions`},
	{name: "half a line", script: third("[]", "printf '[{'; exit 0"), reason: match.Disconnected, note: "exited with 0"},
	{name: "half a line, and silence", script: third("[]", "printf '[{'; "+wait), time: 200 * time.Millisecond, reason: match.Finished, late: true},
	{name: "a huge line", script: third("[]", "head -c 3000000 /dev/zero | tr '\\0' '['; echo; "+wait), reason: match.Illegal,
		note: `Received message size is too big: line 3 of its standard output is "[[[[`},
	{name: "closes its output", script: third("[]", "exec 1>&-; exec sleep 60 >/dev/null"), reason: match.Disconnected,
		note: "turn 4: talker disconnected (it has closed its standard output)"},
	{name: "two lines a turn", script: "while turn; do printf '[]\\n[]\\n'; done", reason: match.Illegal,
		note: "Received a TURN_ACK but the client state is not THINKING: line "},
	{name: "a flood", script: "exec yes '[]'", reason: match.Illegal,
		note: "Received a TURN_ACK but the client state is not THINKING: line "},
}

var bombermanStdio = []stdioCase{
	{name: "well", script: every(`{"command":1}`), reason: match.Finished, refused: -1},
	{name: "slow", script: third(`{"command":0}`, `sleep 1; echo '{"command":0}'; `+every(`{"command":0}`)), time: 300 * time.Millisecond, reason: match.Finished, late: true,
		note: "talker gave no command: too late: no answer within 300 ms"},
	{name: "never reads", script: wait, time: 100 * time.Millisecond, reason: match.Finished, late: true, note: "too late: no answer within 5000 ms"},
	{name: "crash", script: third(`{"command":0}`, "echo last words >&2; exit 3"), reason: match.Crashed, note: "turn 3: talker crashed (exit code 3): last words"},
	{name: "prints", script: third(`{"command":0}`, `echo hello; `+every(`{"command":0}`)), reason: match.Finished, silent: 1,
		note: `talker gave no command: line 3 of its standard output is "hello", expected {"command":N} with N from 0 to 6; print other text to standard error`},
	{name: "a list", script: every("[]"), reason: match.Finished, silent: 8, note: `line 1 of its standard output is "[]"`},
	{name: "a wrong command", script: third(`{"command":0}`, `echo '{"command":9}'; `+every(`{"command":0}`)), reason: match.Finished, silent: 1, note: "expected a command from 0 to 6"},
	{name: "half a line", script: third(`{"command":0}`, "printf '{'; exit 0"), reason: match.Disconnected, note: "exited with 0"},
	{name: "a huge line", script: third(`{"command":0}`, "head -c 3000000 /dev/zero | tr '\\0' '['; echo; "+every(`{"command":0}`)), reason: match.Finished, silent: 1,
		note: "which has more than 2097152 bytes"},
	{name: "closes its output", script: third(`{"command":0}`, "exec 1>&-; exec sleep 60 >/dev/null"), reason: match.Disconnected, note: "it has closed its standard output"},
	{name: "two lines a turn", script: `while turn; do printf '{"command":0}\n{"command":0}\n'; done`, reason: match.Finished, note: "which nobody has asked for: one line answers one turn"},
	{name: "a flood", script: `exec yes '{"command":0}'`, reason: match.Disconnected, note: "it has printed 1000 lines to its standard output that nobody has asked for"},
}

// TestStdio: whatever a bot over standard input and output does, the match reaches its end.
func TestStdio(t *testing.T) {
	t.Parallel()
	for game, cases := range map[string][]stdioCase{"hexabomb": hexabombStdio, "bomberman": bombermanStdio} {
		for _, c := range cases {
			t.Run(game+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				cfg := arena.Config{Game: game, Turns: 8, Seed: 5, TurnTime: arena.Duration(c.time), NoTimeout: c.time == 0,
					IDs: []int{0, 1}, Seats: []arena.Seat{talker(t, c.script), {Bot: "builtin:idle"}}}
				if game == "hexabomb" {
					cfg.Map = "tiny"
				}
				c.try(t, cfg)
			})
		}
	}
}

func (c *stdioCase) try(t *testing.T, cfg arena.Config) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	w := &witness{}
	r, err := ownArena().Play(ctx, cfg, w)
	if err != nil || r.Turns != cfg.Turns {
		t.Fatalf("%+v, %v", r, err)
	}
	s := r.Seats[0]
	if s.Reason != c.reason || c.late != (s.Late > 0) || c.refused >= 0 && s.Refused != c.refused || s.Silent != c.silent {
		t.Errorf("%+v; expected %v, late %t, %d refused, %d silent", s, c.reason, c.late, c.refused, c.silent)
	}
	notes := ""
	for _, n := range w.notes {
		notes += n.Text + "\n"
	}
	if !strings.Contains(notes, c.note) {
		t.Errorf("the notes have no %q:\n%s", c.note, notes)
	}
	if kept := fmt.Sprint(w.turns[len(w.turns)-1].kept); !strings.Contains(kept, c.kept) {
		t.Errorf("kept is %q, expected %q", kept, c.kept)
	}
	told := cfg.Seats[0].Player != nil || slices.ContainsFunc(w.output, func(o arena.Output) bool { return o.Line.Text == "told the end" })
	if c.name == "well" && !told {
		t.Errorf("it was not told the end: %+v", w.output)
	}
}

// TestStdioCatchesUp: a bot that was late gets the newest state after its answer.
func TestStdioCatchesUp(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"hexabomb", "bomberman"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			answer := map[string]string{"hexabomb": "[]", "bomberman": `{"command":6}`}[game]
			// The bot prints which turns it receives. It gives its third answer after the match has gone on.
			dir := t.TempDir()
			further, caughtUp := filepath.Join(dir, "further"), filepath.Join(dir, "caught up")
			script := fmt.Sprintf(`while turn; do
	t=${line#*\"turn\",\"turn\":}; echo "turn ${t%%%%,*}" >&2
	[ $n != 3 ] || until [ -e '%s' ]; do sleep 0.05; done
	[ $n != 4 ] || : > '%s'
	echo '%s'
done`, further, caughtUp, answer)
			const late = 6 // the last turn that the bot misses
			cfg := arena.Config{Game: game, Turns: 30, Seed: 5, TurnTime: arena.Duration(200 * time.Millisecond),
				IDs: []int{0, 1}, Seats: []arena.Seat{talker(t, script), {Bot: "builtin:idle"}}}
			w := &witness{onTurn: func(turn int) {
				switch {
				case turn == late:
					if err := os.WriteFile(further, nil, 0o666); err != nil {
						t.Error(err)
					}
				case turn > late: // in one of these turns the bot receives a new turn
					exists(caughtUp, 3*time.Second)
				}
			}}
			r := play(t, ownArena(), cfg, w)
			if r.Seats[0].Reason != match.Finished || r.Seats[0].Late == 0 {
				t.Errorf("%+v", r.Seats[0])
			}
			last, skipped := -1, false
			for _, o := range w.output {
				var turn int
				if _, err := fmt.Sscanf(o.Line.Text, "turn %d", &turn); err != nil {
					continue
				}
				if turn <= last {
					t.Errorf("turn %d after %d", turn, last)
				}
				skipped = skipped || turn > last+1
				last = turn
			}
			if !skipped || last < late {
				t.Errorf("it has seen no later turn: the last is %d, one skipped: %t", last, skipped)
			}
		})
	}
}

// exists waits until a file exists, up to patience.
func exists(file string, patience time.Duration) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		}
	}
}

// TestStdioLastWords: output of a bot that ends at once is reported in both games, whenever it is read.
func TestStdioLastWords(t *testing.T) {
	t.Parallel()
	matches := 4
	if stage.All() {
		matches = 20
	}
	for _, game := range []string{"hexabomb", "bomberman"} {
		for range matches {
			cfg := arena.Config{Game: game, Turns: 4, Seed: 5, NoTimeout: true, IDs: []int{0, 1},
				Seats: []arena.Seat{talker(t, "echo hello; exit 0"), {Bot: "builtin:idle"}}}
			if game == "hexabomb" {
				cfg.Map = "tiny"
			}
			w := &witness{}
			play(t, ownArena(), cfg, w)
			notes := ""
			for _, n := range w.notes {
				notes += n.Text + "\n"
			}
			if !strings.Contains(notes, `line 1 of its standard output is "hello"`) {
				t.Errorf("%s: the notes do not tell its line:\n%s", game, notes)
			}
		}
	}
}

// TestStdioOfRounds: a bot receives the number of turns of the match. In the logs of rounds after its end it does
// nothing.
func TestStdioOfRounds(t *testing.T) {
	t.Parallel()
	w := &witness{}
	play(t, ownArena(), arena.Config{Game: "bomberman", Turns: 5, NoTimeout: true, IDs: []int{0, 1}, Seats: []arena.Seat{
		talker(t, `read -r begin; echo "$begin" >&2; `+third(`{"command":5}`, "exit 0")), {Bot: "builtin:idle"}}}, w)
	if !slices.ContainsFunc(w.output, func(o arena.Output) bool { return strings.Contains(o.Line.Text, `"turns":5,`) }) {
		t.Errorf("it was told %+v", w.output)
	}
	for i, turn := range w.turns {
		if acts := strings.Contains(turn.log, "Added Command place bomb"); acts != (i < 2) {
			t.Errorf("turn %d: the log is %q", i+1, turn.log)
		}
	}
}

// talkerValue starts the bot of a seat and returns a seat with it as a Player.
func talkerValue(t *testing.T, s arena.Seat) arena.Seat {
	t.Helper()
	bot, err := programs.StartBot(t.Context(), harness.Command{Line: strings.TrimPrefix(s.Bot, "stdio:")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bot.Process().Stop(0) })
	return arena.Seat{Name: s.Name, Player: programs.NewStdio(bot, programs.Times{Exit: 3 * time.Second})}
}

// TestStdioValue: a program can be a Player as a Go function can. It plays the same match as a program that the arena
// starts.
func TestStdioValue(t *testing.T) {
	t.Parallel()
	for gameName, answer := range map[string]string{"hexabomb": `[{"id":0,"movement":"move","direction":"x+"}]`, "bomberman": `{"command":1}`} {
		started := talker(t, every(answer))
		var results []*arena.Result
		var witnesses []*witness
		for _, seat := range []arena.Seat{started, talkerValue(t, started)} {
			w := &witness{}
			results = append(results, play(t, ownArena(), arena.Config{Game: gameName, Seed: 5, Turns: 20, NoTimeout: true, IDs: []int{0, 1},
				Seats: []arena.Seat{seat, {Player: arena.Func(firstChoice)}}}, w))
			witnesses = append(witnesses, w)
		}
		if a, b := results[0], results[1]; a.State != b.State || a.Turns != 20 || b.Turns != 20 || b.Seats[0].Reason != match.Finished {
			t.Errorf("%s: started %+v, a value %+v", gameName, a, b)
		}
		for i := range witnesses[0].turns {
			if a, b := witnesses[0].turns[i].moves, witnesses[1].turns[i].moves; fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("%s, turn %d: started %v, a value %v", gameName, i+1, a, b)
			}
		}
	}
}

// TestStdioValueMisbehaves: whatever a program as a Player does, the match reaches its end and reports the problem.
func TestStdioValueMisbehaves(t *testing.T) {
	t.Parallel()
	for game, cases := range map[string][]stdioCase{"hexabomb": {
		{name: "well", script: every("[]"), reason: match.Finished},
		{name: "silent", script: "while turn; do :; done", time: 100 * time.Millisecond, reason: match.Finished, late: true},
		{name: "crash", script: third("[]", "echo last words >&2; exit 3"), reason: match.Crashed, note: "turn 4: talker crashed (exit code 3): last words"},
		{name: "prints", script: third("[]", "echo hello; "+wait), reason: match.Illegal, note: `line 3 of its standard output is "hello", expected a list of actions`},
		{name: "much", script: "much=$(head -c 100000 /dev/zero | tr '\\0' 1); while turn; do echo \"[\\\"$much\\\"]\"; done", reason: match.Finished, refused: 7, kept: "talker: refused: 100004 bytes of actions in a turn"},
		{name: "two lines a turn", script: "while turn; do printf '[]\\n[]\\n'; done", reason: match.Illegal, note: "the client state is not THINKING: line "},
	}, "bomberman": {
		{name: "well", script: every(`{"command":1}`), reason: match.Finished, refused: -1},
		{name: "slow", script: third(`{"command":0}`, `sleep 1; echo '{"command":0}'; `+every(`{"command":0}`)), time: 300 * time.Millisecond, reason: match.Finished, late: true,
			note: "talker: late: no answer within 300ms"},
		{name: "crash", script: third(`{"command":0}`, "echo last words >&2; exit 3"), reason: match.Crashed, note: "turn 3: talker crashed (exit code 3): last words"},
		{name: "prints", script: third(`{"command":0}`, `echo hello; `+every(`{"command":0}`)), reason: match.Finished, silent: 1, note: "talker gave no command: line 3"},
		{name: "two lines a turn", script: `while turn; do printf '{"command":0}\n{"command":0}\n'; done`, reason: match.Finished, note: "which nobody has asked for: one line answers one turn"},
	}} {
		for _, c := range cases {
			t.Run(game+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				cfg := arena.Config{Game: game, Turns: 8, Seed: 5, TurnTime: arena.Duration(c.time), NoTimeout: c.time == 0,
					IDs: []int{0, 1}, Seats: []arena.Seat{talkerValue(t, talker(t, c.script)), {Bot: "builtin:idle"}}}
				if game == "hexabomb" {
					cfg.Map = "tiny"
				}
				c.try(t, cfg)
			})
		}
	}
}
