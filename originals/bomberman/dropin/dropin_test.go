package dropin_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/originals/bomberman/dropin"
	"blastyard/replay"
)

func options() dropin.Options {
	return dropin.Options{Jobs: 1, Order: dropin.OrderKey, Sandbox: harness.SandboxAuto}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*dropin.Options)
		want   string
	}{
		{func(o *dropin.Options) { o.Console = -1 }, "--console is -1, expected 0 or more"},
		{func(o *dropin.Options) { o.Console = 1 }, "Number of players should be between 2 and 12! There are 1 (add one with --bot DIR or --console 1)"},
		{func(o *dropin.Options) { o.Console = 13 }, "Number of players should be between 2 and 12! There are 13"},
		{func(o *dropin.Options) { o.Jobs = 0 }, "--jobs is 0, expected 1 or more"},
		{func(o *dropin.Options) { o.Order = "any" }, `--order is "any", expected key or seeded`},
		{func(o *dropin.Options) { o.Interpreters = []string{"cobol=x"} }, "cobol"},
	} {
		o := options()
		c.change(&o)
		if err := o.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", o, err, c.want)
		}
	}
	o := options()
	if err := o.Validate(); err != nil || o.Console != 2 {
		t.Errorf("nobody named: %d at the keyboard, %v; want 2", o.Console, err)
	}
}

func TestCommand(t *testing.T) {
	o := options()
	o.Bots, o.Console, o.Seed, o.NoLimit, o.Order = []string{"my bot", "other"}, 1, 7, true, dropin.OrderSeeded
	o.Env, o.LogDir, o.Replay, o.Sandbox = []string{"A=b"}, "out", dropin.NoReplay, harness.SandboxOff
	want := `blastyard bomberman --bot 'my bot' --bot other --console 1 --seed 7 --order seeded --nolimit ` +
		`--sandbox off --env A=b --log out --replay none`
	if got := o.Command(); got != want {
		t.Errorf("the command is %s, want %s", got, want)
	}
}

// TestBotsThatCannotBeReadAreLeftOut: the other bots play if they are enough.
func TestBotsThatCannotBeReadAreLeftOut(t *testing.T) {
	o := options()
	o.Bots, o.Console = []string{filepath.Join(t.TempDir(), "nosuch")}, 2
	o.Sandbox, o.LogDir = harness.SandboxOff, filepath.Join(t.TempDir(), "match")
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	var out, notes bytes.Buffer
	if err := o.Play(t.Context(), strings.NewReader(strings.Repeat("z\n", 40)), &out, &notes); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(notes.String(), "left out: bad bot: ") || !strings.Contains(notes.String(), "nosuch is not a folder") {
		t.Errorf("notes\n%s", notes.String())
	}
	if got := out.String(); strings.Contains(got, "nosuch") || !strings.Contains(got, "\n1: Player ") || strings.Contains(got, "\n2: Player ") {
		t.Errorf("printed\n%s", got)
	}
	o.Bots, o.Console = []string{"nosuch", "nosuch either"}, 1
	err := o.Play(t.Context(), strings.NewReader(""), &out, &notes)
	if err == nil || !strings.HasPrefix(err.Error(), "Number of players should be between 2 and 12! There are 1 ") {
		t.Errorf("with one player left: %v", err)
	}
}

// TestPlay: two persons walk into their own bombs, and the match leaves a replay in its folder.
func TestPlay(t *testing.T) {
	o := options()
	o.Seed, o.Sandbox, o.LogDir = 3, harness.SandboxOff, filepath.Join(t.TempDir(), "match")
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	var out, notes bytes.Buffer
	if err := o.Play(t.Context(), strings.NewReader(strings.Repeat("z\n", 40)), &out, &notes); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.LogDir, "replay.blast")
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Header.Players) != 2 || r.Header.Seed != 3 || len(r.Turns) == 0 {
		t.Errorf("the replay has %d players, seed %d, %d turns", len(r.Header.Players), r.Header.Seed, len(r.Turns))
	}
	for _, want := range []string{"\nreplay: " + file, "\nrepeat: " + o.Command()} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output has no %q:\n%s", want, out.String())
		}
	}
	o.Replay = file
	if err := o.Play(t.Context(), strings.NewReader(""), &out, &notes); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a replay that is there already: %v", err)
	}
}
