//go:build unix

package arena_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/rounds"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/rules/bomberman/wire"
)

// scriptBot creates the folder of a bot that is a shell script. Its arguments are its key and its folder of the
// round.
func scriptBot(t *testing.T, name, script string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	file := fmt.Sprintf(`{"NickName": %q, "BotType": "CPlusPlus", "RunFile": "bot.sh"}`, name)
	for _, err := range []error{
		os.Mkdir(dir, 0o777),
		os.WriteFile(filepath.Join(dir, rounds.BotFile), []byte(file), 0o666),
		os.WriteFile(filepath.Join(dir, "bot.sh"), []byte("#!/bin/sh\n"+script), 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// patient returns a config of 2016-Bomberman that waits for every program.
func patient(turns int, bots ...string) arena.Config {
	c := arena.Config{Game: "bomberman", Turns: turns, NoTimeout: true}
	for _, b := range bots {
		c.Seats = append(c.Seats, arena.Seat{Bot: b})
	}
	return c
}

const placesBombs = `echo "I am $1"; echo careful >&2; printf 5 > "$2/move.txt"`

// TestRoundsBotsBesideBuiltinAndPerson: a program, a built-in bot and a person play in one match.
func TestRoundsBotsBesideBuiltinAndPerson(t *testing.T) {
	c := patient(2, scriptBot(t, "bomber", placesBombs), "builtin:random", "human:ann")
	c.LogDir = filepath.Join(t.TempDir(), "log")
	ann := &puppet{do: []string{"trigger", ""}}
	w := &witness{}
	c.Seats[2].Player = ann
	r := play(t, ownArena(), c, w)
	bomber, person := r.Seats[0].Player, r.Seats[2].Player
	if ann.player != person || ann.asked != 2 {
		t.Errorf("ann sat down as %d, want %d, and was asked %d times", ann.player, person, ann.asked)
	}
	for i, turn := range w.turns {
		if len(turn.moves) != 3 || turn.moves[bomber] != "5" || turn.moves[person] != [...]string{"6", "0"}[i] {
			t.Errorf("turn %d: %v", i+1, turn.moves)
		}
		if len(turn.runs) != 1 || turn.runs[0].Player != bomber || turn.runs[0].Outcome.Printed.Stderr != 8 {
			t.Errorf("turn %d: runs %+v", i+1, turn.runs)
		}
	}
	if r.Seats[0].Refused != 1 || r.Seats[2].Refused != 1 { // a second bomb, and a trigger without a bomb
		t.Errorf("refused: %+v", r.Seats)
	}
	log := w.turns[1].log
	key := string(rune('A' + bomber))
	for _, want := range []string{
		"Added Command place bomb for Player " + key + ": bomber\n",
		"Player " + key + ": refused: cannot place a bomb: the bag is empty, all 1 are on the map\n",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %q:\n%s", want, log)
		}
	}
	checkFile(t, log, c.LogDir, "1", "engine.log")
	checkFile(t, "5", c.LogDir, "0", key, rounds.MoveFile)
	if got := wire.ParseEngineLog([]byte(log), nil); len(got) != 0 {
		t.Errorf("without names %v", got)
	}
	if got := wire.ParseEngineLog([]byte(log), []string{"", "", ""}); len(got) != 3 {
		t.Errorf("the log says %v", got)
	}
	if _, err := os.Stat(filepath.Join(c.LogDir, "2", "map.txt")); err != nil {
		t.Error("the end of the match has no folder:", err)
	}
	var said []string
	for _, o := range w.output {
		said = append(said, fmt.Sprintf("%d %v %s", o.Seat, o.Line.Stream, o.Line.Text))
	}
	slices.Sort(said)
	want := fmt.Sprintf("[0 stderr careful 0 stderr careful 0 stdout I am %s 0 stdout I am %[1]s]", key)
	if fmt.Sprint(said) != want {
		t.Errorf("output %v, want %s", said, want)
	}
}

func checkFile(t *testing.T, want string, path ...string) {
	t.Helper()
	if got, err := os.ReadFile(filepath.Join(path...)); err != nil || string(got) != want {
		t.Errorf("%s: %q, %v; want %q", filepath.Join(path...), got, err, want)
	}
}

// TestRoundsBotThatCannotStart: a bot whose file is missing is an error before the first turn. The error names it.
func TestRoundsBotThatCannotStart(t *testing.T) {
	t.Parallel()
	bot := scriptBot(t, "gone", "")
	if err := os.Remove(filepath.Join(bot, "bot.sh")); err != nil {
		t.Fatal(err)
	}
	w := &witness{}
	r, err := playOnce(t.Context(), patient(3, bot, "builtin:idle"), w)
	if r != nil || err == nil || w.begun || !strings.Contains(err.Error(), "gone") ||
		!strings.Contains(err.Error(), "bot.sh") {
		t.Errorf("%+v, %v, begun %t", r, err, w.begun)
	}
	_, err = playOnce(t.Context(), patient(3, t.TempDir(), "builtin:idle"), w)
	if wrong := (*arena.ConfigError)(nil); !errors.As(err, &wrong) || wrong.Field != "seats[0].bot" ||
		!errors.Is(err, entrant.ErrEntrant) {
		t.Errorf("a folder without a bot: %v", err)
	}
	c := patient(3, "builtin:idle", "builtin:idle")
	c.Rounds.Interpreters = []string{"cobol=/bin/true"}
	_, err = playOnce(t.Context(), c, w)
	if wrong := (*arena.ConfigError)(nil); !errors.As(err, &wrong) || wrong.Field != "rounds.interpreters[0]" {
		t.Errorf("a language that is not known: %v", err)
	}
}

// TestRoundsBotThatFails: a bot that ends without a command does nothing, and notes say why.
func TestRoundsBotThatFails(t *testing.T) {
	t.Parallel()
	w := &witness{}
	r := play(t, ownArena(), patient(4, scriptBot(t, "broken", "echo no luck >&2; exit 3"), "builtin:idle"), w)
	id := r.Seats[0].Player
	if r.Seats[0].Crashed != 4 || r.Seats[0].Late != 0 || r.Seats[0].Reason != match.Finished || r.Seats[1].Crashed != 0 {
		t.Errorf("%+v", r.Seats)
	}
	for i, turn := range w.turns {
		if turn.moves[id] != "0" || len(turn.late) > 0 || len(turn.kept) != 1 ||
			!strings.HasPrefix(turn.kept[0], "broken gave no command: no move.txt; the bot ") {
			t.Errorf("turn %d: %+v", i+1, turn)
		}
	}
	if len(w.notes) != 4 || !w.notes[0].Missed || !w.notes[0].Kept || w.notes[3].Turn != 3 || w.notes[0].Seat != 0 ||
		!slices.Equal(w.notes[0].Last, []string{"no luck"}) {
		t.Errorf("notes %+v", w.notes)
	}
	if !strings.Contains(w.turns[0].log, fmt.Sprintf("Player %c: ", 'A'+id)) {
		t.Errorf("the log does not say why:\n%s", w.turns[0].log)
	}
}

// TestRoundsBotIsLate: a late bot is killed after twice its time, and its late command does not count.
func TestRoundsBotIsLate(t *testing.T) {
	t.Parallel()
	c := patient(1, scriptBot(t, "sleeper", `printf 1 > "$2/move.txt"; exec sleep 600`), "builtin:idle")
	c.NoTimeout, c.TurnTime = false, arena.Duration(20*time.Millisecond)
	w := &witness{}
	r := play(t, ownArena(), c, w)
	id := r.Seats[0].Player
	turn := w.turns[0]
	if turn.moves[id] != "0" || !slices.Equal(turn.late, []int{id}) || r.Seats[0].Late != 1 ||
		len(turn.host) != r.Seats[0].Host ||
		!turn.runs[0].Outcome.Late || !turn.runs[0].Outcome.Exit.Stopped {
		t.Errorf("%+v, %+v", turn, r.Seats[0])
	}
	if w.limit != 20*time.Millisecond || len(w.notes) != 1 || !w.notes[0].Missed || w.notes[0].Kept {
		t.Errorf("limit %v, notes %+v", w.limit, w.notes)
	}
}

// TestRoundsBotIsGivenUp: after 20 rounds without a command a bot is not run any more.
func TestRoundsBotIsGivenUp(t *testing.T) {
	t.Parallel()
	c := patient(22, scriptBot(t, "silent", "exit 0"), "builtin:idle")
	c.LogDir = t.TempDir()
	w := &witness{}
	r := play(t, ownArena(), c, w)
	id := r.Seats[0].Player
	if x := r.Seats[0]; x.Reason != match.Timeout || x.Note != "given up: it did nothing for 20 rounds" ||
		x.Silent != 21 || x.Late != 0 || x.First.Silent != (trouble.First{Turn: 1, Why: "no move.txt"}) {
		t.Errorf("%+v", x)
	}
	for i, want := range map[int]string{0: "0", 18: "0", 19: "5", 20: "0", 21: "6"} {
		if got := w.turns[i].moves[id]; got != want || (len(w.turns[i].runs) == 0) != (i == 21) {
			t.Errorf("turn %d: command %s, want %s, with %d runs", i+1, got, want, len(w.turns[i].runs))
		}
	}
	checkFile(t, "[blastyard] no longer run, since it did nothing for too long\n[blastyard] command: 6, trigger\n",
		c.LogDir, "21", string(rune('A'+id)), "log.txt")
}

// TestRoundsBotThatCrashesIsGivenUp: it is told as crashed, with its last words, not as late.
func TestRoundsBotThatCrashesIsGivenUp(t *testing.T) {
	t.Parallel()
	c := patient(22, scriptBot(t, "broken", "echo boom >&2; exit 1"), "builtin:idle")
	r := play(t, ownArena(), c, &witness{})
	want := trouble.First{Turn: 1, Why: "exit code 1: boom"}
	if x := r.Seats[0]; x.Reason != match.Crashed || x.Note != "given up: it crashed for 20 rounds; exit code 1: boom" ||
		x.Crashed != 21 || x.Late+x.Silent != 0 || x.First.Crashed != want {
		t.Errorf("%+v", x)
	}
}

// TestMatchEndsWhileAProgramRuns: the end of the context ends the program and the match; nothing of it is left.
func TestMatchEndsWhileAProgramRuns(t *testing.T) {
	t.Parallel()
	tmp := t.TempDir()
	runs := filepath.Join(tmp, "pid")
	const sleeps = `echo $$ > "$PIDFILE.new"; mv "$PIDFILE.new" "$PIDFILE"; exec sleep 600`
	c := patient(0, scriptBot(t, "sleeper", sleeps), "builtin:idle")
	c.Env = []string{"PIDFILE=" + runs}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(runs); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	w := &witness{}
	r, err := playOnce(ctx, c, w)
	if !errors.Is(err, context.Canceled) || !errors.Is(w.err, context.Canceled) || r.Turns != 0 ||
		r.Seats[0].Reason != match.Interrupted {
		t.Fatalf("%+v, %v", r, err)
	}
	text, err := os.ReadFile(runs)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	// A killed process exists until its new parent has reaped it.
	for deadline := time.Now().Add(time.Minute); syscall.Kill(pid, 0) == nil; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d still runs", pid)
		}
	}
}

// TestRoundsEnvironment: variables of the config reach the bot, and those of its seat have priority.
func TestRoundsEnvironment(t *testing.T) {
	t.Parallel()
	const obeys = `printf "$COMMAND" > "$2/move.txt"`
	c := patient(1, scriptBot(t, "ann", obeys), scriptBot(t, "bob", obeys))
	c.Env, c.Seats[1].Env = []string{"COMMAND=1"}, []string{"COMMAND=2"}
	w := &witness{}
	r := play(t, ownArena(), c, w)
	if ann, bob := w.turns[0].moves[r.Seats[0].Player], w.turns[0].moves[r.Seats[1].Player]; ann != "1" || bob != "2" {
		t.Errorf("ann %s, bob %s", ann, bob)
	}
}

// TestRoundsOwnNames: with OwnNames the files of the rounds may give two bots the same name. The result never does.
func TestRoundsOwnNames(t *testing.T) {
	t.Parallel()
	for own, want := range map[bool]string{false: "[ann ann2]", true: "[ann ann]"} {
		c := patient(1, scriptBot(t, "ann", placesBombs), scriptBot(t, "ann", placesBombs))
		c.LogDir, c.IDs, c.Rounds.OwnNames = t.TempDir(), []int{0, 1}, own
		r := play(t, ownArena(), c, &witness{})
		if r.Seats[0].Name != "ann" || r.Seats[1].Name != "ann2" {
			t.Errorf("own %t: result %+v", own, r.Seats)
		}
		text, err := os.ReadFile(filepath.Join(c.LogDir, "0", "map.txt"))
		var names []string
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "Player Name: "); ok {
				names = append(names, strings.TrimSpace(name))
			}
		}
		if err != nil || fmt.Sprint(names) != want {
			t.Errorf("own %t: map.txt names %v, %v", own, names, err)
		}
	}
}

// TestSeedBelowZero: Bomberman allows such seeds and always makes the same map.
func TestSeedBelowZero(t *testing.T) {
	for seed, want := range map[int64]bool{-5: true, -1 << 31: true, -1<<31 - 1: false} {
		c := patient(1, "builtin:idle", "builtin:idle")
		c.Seed = uint64(seed)
		r, err := playOnce(t.Context(), c)
		if (err == nil) != want || want && r.Seed != uint64(seed) {
			t.Errorf("seed %d: %+v, %v", seed, r, err)
		}
	}
}

// TestRoundsSeries: each match of a series has a folder below the log folder. Bots may run in copies of their
// folders.
func TestRoundsSeries(t *testing.T) {
	t.Parallel()
	bot := scriptBot(t, "diary", `echo "$2" >> diary; wc -l < diary; printf 5 > "$2/move.txt"`)
	c := patient(2, bot, "builtin:idle")
	c.LogDir, c.Rounds.CopyBots, c.Rounds.KeepFiles = t.TempDir(), true, true
	p, err := ownArena().Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sinks := []*witness{{}, {}}
	sum, err := p.PlaySeries(t.Context(), arena.Series{Matches: 2, Jobs: 1,
		Sinks: func(i int) []arena.Sink { return []arena.Sink{sinks[i]} }})
	if err != nil || sum.Matches != 2 || sum.Seats[0].Failures != 0 {
		t.Fatalf("%+v, %v", sum, err)
	}
	if last := sinks[1].output; len(last) != 2 || strings.TrimSpace(last[1].Line.Text) != "4" {
		t.Errorf("the bot's copy is not the same one for all rounds: %+v", last)
	}
	if _, err := os.Stat(filepath.Join(bot, "diary")); err == nil {
		t.Error("the bot wrote into its own folder, not into the copy")
	}
	for i, w := range sinks {
		key := string(rune('A' + w.end.Seats[0].Player))
		for _, file := range []string{"map.txt", "state.json", "log.txt", rounds.MoveFile} {
			if _, err := os.Stat(filepath.Join(c.LogDir, fmt.Sprintf("%05d", i+1), "1", key, file)); err != nil {
				t.Error(err)
			}
		}
	}
}
