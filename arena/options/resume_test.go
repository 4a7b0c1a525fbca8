package options

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"blastyard/internal/usage"
)

// TestGoOn: a series that continues has the options of its first command line, and those of the new command line that
// do not change the matches.
func TestGoOn(t *testing.T) {
	const line = "blastyard play hexabomb --map duel --bot 'a b=python3 bot.py' --bot builtin:idle --turns 7 --seed 3 --games 4 --turn-time 2s"
	read := func(args ...string) (*Options, *pflag.FlagSet) {
		o, f := &Options{}, pflag.NewFlagSet("play", pflag.ContinueOnError)
		o.Define(f)
		if err := f.Parse(args); err != nil {
			t.Fatal(err)
		}
		o.Game = f.Arg(0)
		return o, f
	}
	o, f := read("--resume", "a", "--jobs", "2", "--json", "--replay", "r", "--sandbox", "auto")
	if err := o.GoOn(f, line+" --sandbox off"); err != nil {
		t.Fatal(err)
	}
	if o.Game != "hexabomb" || o.Map != "duel" || len(o.Bots) != 2 || o.Bots[0] != "a b=python3 bot.py" || o.Turns != 7 || o.Seed != 3 || o.Games != 4 ||
		o.TurnTime.String() != "2s" || o.Jobs != 2 || !o.JSON || o.Replay != "r" || o.Sandbox != "auto" || !o.Given("turn-time") {
		t.Errorf("%+v", o)
	}
	for args, want := range map[string]string{
		"--resume a --seed 4":  "--seed with --resume a: the file says what is played",
		"--resume a bomberman": "bomberman with --resume a: the file says what is played",
	} {
		o, f := read(strings.Fields(args)...)
		var is usage.Error
		if err := o.GoOn(f, line); !errors.As(err, &is) || err.Error() != want {
			t.Errorf("%s: %v, expected %s", args, err, want)
		}
	}
	for line, want := range map[string]string{
		"rm -rf /":                `--resume a: the command in it: it is "rm -rf /", expected blastyard play …`,
		"blastyard play --nosuch": "--resume a: the command in it: unknown flag: --nosuch",
		"blastyard play 'x":       "--resume a: the command in it: ",
	} {
		o, f := read("--resume", "a")
		if err := o.GoOn(f, line); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", line, err, want)
		}
	}
}
