package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/tournament/event"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}

func parse(t *testing.T, dir, text string) *event.Event {
	t.Helper()
	e, err := event.Parse([]byte(text), dir)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestBuiltin: an event of built-in bots has no problems, and its matches and time are known.
func TestBuiltin(t *testing.T) {
	e := parse(t, t.TempDir(), `
maps = "tiny"
turns = 20
rounds = 5
[[bot]]
command = "builtin:hunter"
[[bot]]
command = "builtin:greedy"
[[bot]]
command = "builtin:idle"
`)
	var steps []string
	r, err := Event(t.Context(), e, Options{Jobs: 3, Begin: func(step string) { steps = append(steps, step) }})
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK || len(r.Problems)+len(r.Notes) > 0 || r.Schedule.Matches != 30 || r.Schedule.Players != 2 {
		t.Errorf("got %+v", r)
	}
	if tm := r.Time; tm.Sample < 2 || tm.Sample > 3 || tm.Match <= 0 || tm.Jobs != 3 || tm.Seconds < 9*tm.Match || tm.Seconds > 11*tm.Match {
		t.Errorf("time %+v, want 10 times that of a match", tm)
	}
	if want := []string{"bot hunter", "bot greedy", "bot idle", "a few matches"}; !slices.Equal(steps, want) {
		t.Errorf("steps %q, want %q", steps, want)
	}
}

// TestProblems: the report describes what cannot play, and the rest is still checked.
func TestProblems(t *testing.T) {
	dir := t.TempDir()
	for name, files := range map[string]map[string]string{
		"missing": {"bot.toml": `command = "./no-such-program"`},
		"broken":  {"bot.toml": "command = \"./bot\"\nbuild = \"sh -c 'echo no luck; exit 3'\""},
	} {
		for file, text := range files {
			path := filepath.Join(dir, name, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	e := parse(t, dir, `
maps = "tiny"
turns = 10
ends = 2020-01-01T00:00:00Z
[[bot]]
command = "builtin:hunter"
[[bot]]
command = "builtin:idle"
[[bot]]
folder = "missing"
[[bot]]
folder = "broken"
`)
	r, err := Event(t.Context(), e, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.OK || len(r.Problems) != 1 || !r.Bots[0].OK || r.Bots[2].OK || r.Bots[3].OK || r.Time.Sample != 1 {
		t.Errorf("got %+v", r)
	}
	for _, c := range []struct{ got, want string }{{r.Bots[2].Problem, "no-such-program"},
		{r.Bots[3].Problem, `building bot "broken"`}, {r.Problems[0], "ends is 2020-01-01T00:00:00Z, which is over"}} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%q is not in %q", c.want, c.got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "broken", "bot")); err == nil {
		t.Error("the bot was built in the organiser's folder")
	}
}
