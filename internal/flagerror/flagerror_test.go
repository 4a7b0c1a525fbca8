package flagerror

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

// letters is a flag with a parser of its own.
type letters struct{}

func (letters) String() string   { return "" }
func (letters) Type() string     { return "letters" }
func (letters) Set(string) error { return errors.New("expected letters only") }

func TestExplain(t *testing.T) {
	for _, c := range []struct{ arg, want string }{
		{"--jobs=x", `--jobs is "x", expected a whole number`},
		{"--jobs=", `--jobs is "", expected a whole number`},
		{"--jobs=1.5", `--jobs is "1.5", expected a whole number`},
		{"-j1e3", `--jobs is "1e3", expected a whole number; did you mean 1000?`},
		{"--jobs=99999999999999999999", `--jobs is "99999999999999999999", expected a number closer to 0`},
		{"--seed=-1", `--seed is "-1", expected a whole number of 0 or more`},
		{"--seed=99999999999999999999", `--seed is "99999999999999999999", expected a number closer to 0`},
		{"--share=much", `--share is "much", expected a number`},
		{"--delay=5", `--delay is "5", expected a time such as 500ms, 2s or 1m30s; did you mean 5s?`},
		{"--delay=soon", `--delay is "soon", expected a time such as 500ms, 2s or 1m30s`},
		{"--quiet=maybe", `--quiet is "maybe", expected true or false`},
		{"--letters=1", `--letters is "1": expected letters only`},
		{"--jobs", "--jobs has no value, expected a whole number"},
		{"--name", "--name has no value, expected a text"},
		{"-j", "--jobs has no value, expected a whole number"},
		{"--nosuch", "unknown flag: --nosuch"},
		{"--jbos", "unknown flag: --jbos; did you mean --jobs?"},
		{"--dela=1s", "unknown flag: --dela; did you mean --delay?"},
	} {
		flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
		flags.SetOutput(io.Discard)
		flags.IntP("jobs", "j", 1, "")
		flags.Uint64("seed", 0, "")
		flags.Float64("share", 0, "")
		flags.Duration("delay", time.Second, "")
		flags.Bool("quiet", false, "")
		flags.String("name", "", "")
		flags.Var(letters{}, "letters", "")
		err := flags.Parse([]string{c.arg})
		if err == nil {
			t.Errorf("%s is taken", c.arg)
			continue
		}
		if got := Explain(err, flags); got.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.arg, got, c.want)
		}
	}
	other := errors.New("other")
	if got := Explain(other, nil); !errors.Is(got, other) {
		t.Errorf("%v", got)
	}
}
