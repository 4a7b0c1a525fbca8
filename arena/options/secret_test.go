package options

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"blastyard/game/games"
	"blastyard/internal/text/texttest"
)

// TestDrawn: without --seed a seed and a secret are drawn, with --seed alone there is no secret. The printed line has
// both; that for the header of a replay never has the secret.
func TestDrawn(t *testing.T) {
	for _, game := range []string{"hexabomb", "bomberman"} {
		a, errA := parse(t, []string{game}).Config()
		b, errB := parse(t, []string{game}).Config()
		if errA != nil || errB != nil || a.Secret.IsZero() || a.Secret == b.Secret || a.Seed == b.Seed && game == "hexabomb" {
			t.Errorf("%s: %d %v, %d %v", game, a.Seed, a.Secret, b.Seed, b.Secret)
		}
		if kind := map[string]uint64{"hexabomb": 1<<53 - 1, "bomberman": games.Bomberman().MaxSeed}[game]; a.Seed > kind {
			t.Errorf("%s: the seed %d is above %d", game, a.Seed, kind)
		}
		if c, err := parse(t, []string{game, "--seed", "4"}).Config(); err != nil || c.Seed != 4 || !c.Secret.IsZero() {
			t.Errorf("%s: %v, seed %d, secret %v", game, err, c.Seed, c.Secret)
		}
	}
	for _, args := range [][]string{nil, {"--games", "3"}, {"--games", "3", "--only", "2"}} {
		o := parse(t, args)
		p := prepared(t, o)
		secret := "--secret " + p.Config.Secret.String()
		recorded := o.RepeatRecorded(p)
		if !strings.Contains(o.Repeat(p), secret) || strings.Contains(recorded, "--secret") || (o.Only > 0) != (recorded == "") {
			t.Errorf("%v: %s, recorded as %q", args, o.Repeat(p), recorded)
		}
	}
}

func TestSecretFlag(t *testing.T) {
	const digits = "000102030405060708090a0b0c0d0e0f"
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(digits+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{digits, strings.ToUpper(digits), "@" + file} {
		c, err := parse(t, []string{"--secret", text}).Config()
		if err != nil || c.Secret.String() != digits {
			t.Errorf("%s: %v, %v", text, c.Secret, err)
		}
	}
	for how, content := range texttest.OnWindows(digits + "\n") {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := parse(t, []string{"--secret", "@" + file}).Config(); err != nil || c.Secret.String() != digits {
			t.Errorf("a file with %s: %v, %v", how, c.Secret, err)
		}
	}
	long := filepath.Join(t.TempDir(), "long")
	if err := os.WriteFile(long, []byte(strings.Repeat(digits, 40)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "x", digits[1:], digits + "0", strings.Repeat("0", 32), "@" + file + "x", "@" + long} {
		f := pflag.NewFlagSet("play", pflag.ContinueOnError)
		new(Options).Define(f)
		if err := f.Parse([]string{"--secret", text}); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
