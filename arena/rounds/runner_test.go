//go:build unix

package rounds

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/arena/harness"
	"blastyard/internal/stage"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// testMatch is a match that plays its first round again and again.
type testMatch struct {
	t       testing.TB
	state   *bomberman.State
	text    wire.Text
	players []wire.PlayerInfo
	keys    []byte
	folders *Folders
	runner  *Runner
	bots    []*Bot
}

func newTestMatch(t testing.TB, cfg Config, bots ...*Bot) *testMatch {
	t.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), max(2, len(bots)), 7)
	if err != nil {
		t.Fatal(err)
	}
	parent := t.TempDir()
	f, _, err := NewFolders(filepath.Join(parent, "7"), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		f.Close()
		root, err := os.OpenRoot(parent)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		if err := removeAll(root, "7"); err != nil { // a bot may have left folders without rights
			t.Error(err)
		}
	})
	if cfg.Limit == 0 {
		cfg.Limit, cfg.Kill = time.Minute, time.Minute // this machine may be slow
	}
	r, err := NewRunner(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	tb := &testMatch{t: t, state: bomberman.NewState(m), folders: f, runner: r, bots: bots}
	for k := range m.Starts {
		info := wire.HumanInfo("Player "+strconv.Itoa(k+1), k)
		if k < len(bots) {
			info = bots[k].Info(bomberman.Key(k))
		}
		tb.players, tb.text.Names, tb.keys = append(tb.players, info), append(tb.text.Names, info.NickName), append(tb.keys, bomberman.Key(k))
	}
	return tb
}

// round runs all bots without playing their moves.
func (tb *testMatch) round() []Outcome {
	tb.t.Helper()
	if err := tb.folders.Begin(tb.state, &tb.text, tb.players, tb.keys); err != nil {
		tb.t.Error(err)
	}
	n := tb.state.Round()
	var entries []Entry
	for k, b := range tb.bots {
		key := bomberman.Key(k)
		entries = append(entries, Entry{Bot: b, Key: key, Done: func(o *Outcome) error {
			return tb.folders.EndPlayer(n, key, o.Log(o.Command))
		}})
	}
	out, err := tb.runner.Round(tb.t.Context(), tb.folders, entries)
	if err != nil {
		tb.t.Error(err)
	}
	tb.state.Step(nil, nil)
	if err := tb.folders.End(n, []byte("complete\n"), tb.state, &tb.text, tb.keys); err != nil {
		tb.t.Error(err)
	}
	return out
}

func (tb *testMatch) read(parts ...string) string {
	tb.t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{tb.folders.Dir()}, parts...)...))
	if err != nil {
		tb.t.Error(err)
	}
	return string(text)
}

func TestMisbehavingBotsPlayNothingAndAreExplained(t *testing.T) {
	stage.Plain(t, "starts a hundred programs")
	for _, c := range []struct {
		kind    string
		command bomberman.Command
		why     string // a part of the text; "": none
		log     string // a part of the text
	}{
		{"good", bomberman.Down, "", "[stdout] I am A\n[blastyard] exited with 0; "},
		{"crash", 0, "no move.txt; the bot exit code 3", "[stderr] panic: boom\n[blastyard] exit code 3; "},
		{"moves and crashes", bomberman.Up, "", "exit code 4"},
		{"no file", 0, "no move.txt", "[blastyard] no move.txt\n[blastyard] command: 0, nothing\n"},
		{"garbage", 0, `move.txt: bad move: the file begins with '\x00'`, "bad move"},
		{"directory", 0, "no move.txt: not a regular file", "not a regular file"},
		{"pipe", 0, "no move.txt: not a regular file", "not a regular file"},
		{"log is a pipe", bomberman.Up, "", "command: 1, up"},
		{"child", bomberman.PlaceBomb, "", "[blastyard] processes that it left running, which were killed: 1\n"},
		{"daemon", bomberman.PlaceBomb, "", "processes that it left running, which were killed: "},
		{"removes its folder", 0, "no move.txt", "FAULT: no move.txt: its folder was removed or replaced"},
		{"removes the match", 0, "no move.txt", "FAULT: the round's state.json was changed or removed"},
		{"links out", 0, "no move.txt", "FAULT: no move.txt: its folder was removed or replaced"},
		{"writes ahead", bomberman.Up, "", "command: 1, up"},
		{"links to a rival", 0, "no move.txt: not a regular file", "command: 0, nothing"},
		{"folder is a rival's", 0, "no move.txt: its folder was removed or replaced", "FAULT: "},
		{"changes the state", bomberman.Up, "", "FAULT: its state.json was changed or removed\n"},
		{"changes the round", bomberman.Up, "", "FAULT: the round's map.txt was changed or removed\n"},
		{"huge move", bomberman.Up, "", "FAULT: its move.txt of 268435456 bytes was cut to 8\n"},
		{"many files", bomberman.Up, "", "FAULT: it left more than 1024 KiB or 100 files in its folder: they were removed\n"},
		{"big file", bomberman.Up, "", "FAULT: it left more than 1024 KiB or 100 files in its folder: they were removed\n"},
		{"no rights", bomberman.Up, "", "command: 1, up"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Setenv("HOME", t.TempDir())
			tb := newTestMatch(t, Config{}, testBot(t, c.kind), testBot(t, "good"))
			for range 2 { // damage in one round must not affect the next
				n := strconv.Itoa(tb.state.Round())
				out := tb.round()
				if out[0].Command != c.command || !strings.Contains(out[0].Why, c.why) || (c.why == "") != (out[0].Why == "") {
					t.Errorf("command %d, why %q, want %d, %q", out[0].Command, out[0].Why, c.command, c.why)
				}
				if log := tb.read(n, "A", "log.txt"); !strings.Contains(log, c.log) {
					t.Errorf("log.txt has no %q:\n%s", c.log, log)
				}
				if c.kind != "removes the match" && (out[1].Command != bomberman.Down || out[1].Why != "") {
					t.Errorf("the other bot: %d, %q", out[1].Command, out[1].Why)
				}
				if got := tb.read(n, "engine.log"); got != "complete\n" {
					t.Errorf("engine.log is %q", got)
				}
				if c.kind == "child" || c.kind == "daemon" {
					pid, _ := strconv.Atoi(strings.Fields(string(out[0].Output))[1])
					if alive(pid) {
						t.Errorf("the child %d still runs", pid)
					}
				}
			}
			if left, _ := os.ReadDir(os.Getenv("HOME")); len(left) > 0 {
				t.Errorf("we wrote through a link: %v", left)
			}
		})
	}
}

// TestALongMoveFileIsKeptWhole: the first character of a long move file is the command.
func TestALongMoveFileIsKeptWhole(t *testing.T) {
	tb := newTestMatch(t, Config{}, testBot(t, "long move"), testBot(t, "good"))
	out := tb.round()
	if out[0].Command != bomberman.Up || len(out[0].Faults) > 0 {
		t.Errorf("command %d, faults %q", out[0].Command, out[0].Faults)
	}
	if got := tb.read("0", "A", MoveFile); len(got) != 90_001 {
		t.Errorf("%d bytes of %s are left", len(got), MoveFile)
	}
}

// TestALinkToARivalsMoveIsNotFollowed: bots run in the order of their keys, so the move of an earlier bot exists.
func TestALinkToARivalsMoveIsNotFollowed(t *testing.T) {
	tb := newTestMatch(t, Config{}, testBot(t, "good"), testBot(t, "links to the first"), testBot(t, "hides in the first's folder"))
	out := tb.round()
	if out[0].Command != bomberman.Down || out[0].Why != "" {
		t.Fatalf("the first bot: %+v", out[0])
	}
	for _, o := range out[1:] {
		if o.Command != bomberman.Nothing || !strings.HasPrefix(o.Why, "no move.txt: ") {
			t.Errorf("command %d, why %q", o.Command, o.Why)
		}
	}
}

func TestLateBotIsKilledAndPlaysNothing(t *testing.T) {
	tb := newTestMatch(t, Config{Limit: 50 * time.Millisecond, Kill: 200 * time.Millisecond}, testBot(t, "late"))
	o := tb.round()[0]
	why := "too late: killed after "
	if o.Host { // on a busy machine it may have had no processor all the time
		why = "the machine gave it no processor for "
	}
	if o.Command != bomberman.Nothing || !o.Late || !o.Exit.Stopped || !strings.HasPrefix(o.Why, why) ||
		!strings.Contains(o.Why, "killed after ") {
		t.Errorf("%+v", o)
	}
	if log := tb.read("0", "A", "log.txt"); !strings.Contains(log, "(limit 50 ms") {
		t.Errorf("log.txt:\n%s", log)
	}
}

func TestLateBotThatEndsByItselfPlaysNothing(t *testing.T) {
	tb := newTestMatch(t, Config{Limit: 50 * time.Millisecond, Kill: time.Minute}, testBot(t, "slow and good"))
	if o := tb.round()[0]; o.Command != bomberman.Nothing || !o.Late || o.Exit.Stopped {
		t.Errorf("%+v", o)
	}
	tb = newTestMatch(t, Config{Limit: 50 * time.Millisecond, Kill: 60 * time.Millisecond, NoLimit: true}, testBot(t, "slow and good"))
	if o := tb.round()[0]; o.Command != bomberman.Left || o.Late || o.Why != "" {
		t.Errorf("without limit: %+v", o)
	}
}

func TestEndlessOutputIsCutAndKilled(t *testing.T) {
	tb := newTestMatch(t, Config{Limit: time.Second, Kill: time.Second, Output: 10000}, testBot(t, "endless output"))
	o := tb.round()[0]
	if o.Command != bomberman.Nothing || !o.Late || len(o.Output) > 11000 || o.Printed.Dropped == 0 {
		t.Errorf("command %d, late %v, %d bytes kept, %d dropped", o.Command, o.Late, len(o.Output), o.Printed.Dropped)
	}
}

func TestOrderOfFinishingDoesNotMatter(t *testing.T) {
	tb := newTestMatch(t, Config{}, testBot(t, "slow and good"), testBot(t, "good"), testBot(t, "no file"), testBot(t, "moves and crashes"))
	for _, jobs := range []int{1, 2, 3} {
		tb.runner.cfg.Jobs = jobs
		want := []bomberman.Command{bomberman.Left, bomberman.Down, bomberman.Nothing, bomberman.Up}
		for i, o := range tb.round() {
			if o.Command != want[i] {
				t.Errorf("jobs %d: player %d commands %d, want %d", jobs, i, o.Command, want[i])
			}
		}
	}
}

func TestEndOfContextEndsTheRound(t *testing.T) {
	b := testBot(t, "late")
	r, err := NewRunner(Config{NoLimit: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	tb := newTestMatch(t, Config{}, b)
	if err := tb.folders.Begin(tb.state, &tb.text, tb.players, tb.keys); err != nil {
		t.Fatal(err)
	}
	out, err := r.Round(ctx, tb.folders, []Entry{{Bot: b, Key: 'A'}})
	if o := out[0]; o.Why != "interrupted" || o.Command != bomberman.Nothing || err != nil {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestRunnerRefusesBadConfigurations(t *testing.T) {
	for want, cfg := range map[string]Config{
		"rounds: Limit is -1s, expected 0 (default) or more": {Limit: -time.Second},
		"rounds: Kill is -1s, expected 0 (default) or more":  {Kill: -time.Second},
		"rounds: Jobs is -1, expected 0 (default) or more":   {Jobs: -1},
		"rounds: Output is -1, expected 0 (default) or more": {Output: -1},
	} {
		if _, err := NewRunner(cfg); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestCalibrationAddsToTheLimitOfItsLanguage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "slow"), []byte("#!/bin/sh\nsleep 0.3\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	b := &Bot{Dir: dir, NickName: "snake", Type: Python3, RunFile: "slow"}
	r, err := NewRunner(Config{Interpreters: Interpreters{Python3: filepath.Join(dir, "slow")}})
	if err != nil {
		t.Fatal(err)
	}
	r.waited = func(*harness.Process) time.Duration { return 0 } // all time counts
	if err := r.Calibrate(t.Context(), []*Bot{b, b}); err != nil {
		t.Fatal(err)
	}
	if got := r.Limit(Python3); got < DefaultLimit+100*time.Millisecond {
		t.Errorf("limit of the slow language is %v", got)
	}
	if got := r.Limit(Java); got != DefaultLimit {
		t.Errorf("limit of another language is %v", got)
	}
}

func TestCalibrationNamesWhatDoesNotRun(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "broken"), []byte("#!/bin/sh\necho no way >&2\nexit 5\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	b := &Bot{Dir: dir, NickName: "snake", Type: Python3, RunFile: "broken"}
	r, _ := NewRunner(Config{Interpreters: Interpreters{Python3: filepath.Join(dir, "broken")}})
	err := r.Calibrate(t.Context(), []*Bot{b})
	if err == nil || !strings.Contains(err.Error(), `bot "snake" (Python3): `) || !strings.Contains(err.Error(), "exit code 5 [no way]") {
		t.Error(err)
	}
	gone := &Bot{Dir: dir, NickName: "snake", Type: Python3, RunFile: "nothing.py"}
	if err = r.Calibrate(t.Context(), []*Bot{gone}); err == nil || !strings.Contains(err.Error(), "RunFile nothing.py is not in "+dir) {
		t.Error(err)
	}
}
