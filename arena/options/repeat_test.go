package options

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/arenatest"
)

// parse parses a command line of play.
func parse(t *testing.T, args []string) *Options {
	t.Helper()
	o, f := &Options{}, pflag.NewFlagSet("play", pflag.ContinueOnError)
	o.Define(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	o.Game = f.Arg(0)
	return o
}

// prepared returns the matches that a command line plays.
func prepared(t *testing.T, o *Options) *arena.Prepared {
	t.Helper()
	c, err := o.Config()
	if err != nil {
		t.Fatal(err)
	}
	p, err := arenatest.Arena().Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// leftOut are the options that Repeat omits, with the reason.
var leftOut = map[string]string{
	"explain":    "is about what is printed",
	"jobs":       "does not change the matches",
	"json":       "is about what is printed",
	"listen":     "is about who watches",
	"log":        "a file of the first match, which is kept",
	"no-browser": "is about who watches",
	"players":    "each bot has a seat of its own in the line, but for those behind a bots file or --wait",
	"quiet":      "is about what is printed",
	"replay":     "a file of the first match, which is kept",
	"results":    "a file of the first series, which is kept",
	"resume":     "the line is the one that began the series",
}

// TestRepeat: each option of play is in the line of Repeat, or has a reason to be omitted. The line gives the same
// match.
func TestRepeat(t *testing.T) {
	botsFile := filepath.Join(t.TempDir(), "bots.toml")
	if err := os.WriteFile(botsFile, []byte("[[bot]]\ncommand = \"builtin:hunter\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{
		"map":        "--map duel",
		"rules":      "--rules 2018",
		"bot":        "--bot builtin:greedy --bot ann=builtin:idle",
		"bots":       "--bots " + botsFile + " --players 2",
		"special":    "--map maze4 --special builtin:ghost",
		"wait":       "--wait 1",
		"host":       "--wait 1 --host 0.0.0.0",
		"port":       "--wait 1 --port 4242",
		"turns":      "--turns 7",
		"seed":       "--seed 7",
		"secret":     "--seed 7 --secret 000102030405060708090a0b0c0d0e0f",
		"order":      "--order arrival",
		"failed":     "--failed keep",
		"turn-time":  "--turn-time 3s",
		"no-timeout": "--no-timeout",
		"delay":      "--delay 10ms",
		"start":      "--start 1m",
		"games":      "--games 3",
		"only":       "--games 3 --only 2",
		"sandbox":    "--sandbox auto",
		"env":        "--env A=1 --env B=two",
	}
	f := pflag.NewFlagSet("play", pflag.ContinueOnError)
	new(Options).Define(f)
	f.VisitAll(func(f *pflag.Flag) {
		line, isTried := lines[f.Name]
		reason, isLeftOut := leftOut[f.Name]
		switch {
		case isTried == isLeftOut || isLeftOut && reason == "":
			t.Errorf("--%s: either it changes the match, then this test tries it, or leftOut has a reason", f.Name)
		case isTried:
			checkRepeat(t, f.Name, strings.Fields(line))
		}
	})
	for name := range leftOut {
		if f.Lookup(name) == nil {
			t.Errorf("leftOut has --%s, which is no option", name)
		}
	}
	checkRepeat(t, "seed", strings.Fields("--seed 3..9"))
	checkRepeat(t, "only", strings.Fields("--seed 3..9 --only 7"))
	checkRepeat(t, "players", strings.Fields("--bots "+botsFile+" --players 3"))
	checkRepeat(t, "players", strings.Fields("--bot builtin:idle --wait 1 --players 3"))
	checkRepeat(t, "bot", strings.Fields("bomberman --players 3 --turn-time 1s --seed 3"))
}

func checkRepeat(t *testing.T, flag string, args []string) {
	t.Helper()
	o := parse(t, args)
	p := prepared(t, o)
	line := o.Repeat(p)
	words, err := harness.Split(line)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(words, "--"+flag) {
		t.Errorf("%v: %s is without --%s", args, line, flag)
	}
	again := parse(t, words[2:])
	p2 := prepared(t, again)
	if line2 := again.Repeat(p2); line2 != line {
		t.Errorf("%v: repeated by %s, and that by %s", args, line, line2)
	}
	a, b := p.Config, p2.Config
	a.Seats, b.Seats, a.Players, b.Players = nil, nil, 0, 0 // the line names a bot for each seat
	if !reflect.DeepEqual(a, b) || len(p.Seats) != len(p2.Seats) {
		t.Errorf("%v: plays %+v, repeated it is %+v", args, a, b)
	}
	for k := range p.Seats {
		if one, two := &p.Seats[k].Seat, &p2.Seats[k].Seat; one.Spec() != two.Spec() || one.Special != two.Special {
			t.Errorf("%v: seat %d is %+v, repeated it is %+v", args, k, *one, *two)
		}
	}
}

// TestRepeatShared: a replay does not contain the environment of the bots.
func TestRepeatShared(t *testing.T) {
	o := parse(t, []string{"--map", "tiny", "--env", "TOKEN=secret", "--seed", "1"})
	p := prepared(t, o)
	if line := o.RepeatShared(p); !strings.HasPrefix(line, "blastyard play ") || strings.Contains(line, "secret") || !strings.Contains(line, "--map tiny") {
		t.Error(line)
	}
	o.Program = "./by"
	if line := o.Repeat(p); !strings.HasSuffix(line, " --env TOKEN=secret") || !strings.HasPrefix(line, "./by play ") {
		t.Error(line)
	}
}
