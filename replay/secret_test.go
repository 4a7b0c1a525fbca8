package replay

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/game/match"
)

// TestSecretComesLast: a file shows the secret of its match only when the match is over. Until then a match that hides
// something cannot be played again, and a match that does not hide anything can.
func TestSecretComesLast(t *testing.T) {
	secret := match.Secret{1, 2, 3}
	for name, r := range map[string]*Replay{
		"bomberman": playSecretBombers(t, 5, secret, 20, "random", "random"),
		"hexabomb":  (&sample{mapName: "tiny", bots: []string{"greedy", "random"}, turns: 20, secret: secret}).play(t),
	} {
		for _, ends := range []bool{true, false} {
			file := filepath.Join(t.TempDir(), name+Ending)
			w, err := Create(file, &r.Header)
			if err != nil {
				t.Fatal(err)
			}
			for i := range r.Turns {
				if err := w.Turn(&r.Turns[i]); err != nil {
					t.Fatal(err)
				}
			}
			if got := headerIn(t, file); got.Version != secretVersion || !got.Secret.IsZero() {
				t.Errorf("%s: while the match is played, the file has version %d, secret %v", name, got.Version, got.Secret)
			}
			result := r.Result
			if !ends {
				result = nil
			}
			if err := w.Close(result); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Read(bytes.NewReader(text))
			switch {
			case ends && (err != nil || got.Header.Secret != secret):
				t.Errorf("%s: %v, secret %v", name, err, got.Header.Secret)
			case !ends && (!errors.Is(err, ErrCut) || bytes.Contains(text, []byte(secret.String())[:6])):
				t.Errorf("%s: %v; without an end the file has the secret", name, err)
			}
			_, err = NewMatch(&got.Header, games.All())
			if wrong := !ends && name == "bomberman"; wrong != errors.Is(err, ErrNoRules) || !wrong && err != nil {
				t.Errorf("%s, to its end %v: %v", name, ends, err)
			}
		}
	}
}

func headerIn(t *testing.T, file string) *Header {
	t.Helper()
	r, err := OpenReader(file, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return r.Header()
}

// TestSecretToAnyOutput: an output that cannot be changed later has the secret at once, and the same content otherwise.
func TestSecretToAnyOutput(t *testing.T) {
	r := playSecretBombers(t, 5, match.Secret{9}, 20, "random", "random")
	var out bytes.Buffer
	if err := r.Write(&out); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	if got.Header.Secret != r.Header.Secret || Verify(got, games.All()) != nil {
		t.Errorf("secret %v: %v", got.Header.Secret, Verify(got, games.All()))
	}
	a, errA := FingerprintOf(got)
	got.Header.Secret = match.Secret{8}
	b, errB := FingerprintOf(got)
	if errA != nil || errB != nil || a == b {
		t.Errorf("fingerprints %v and %v, %v, %v", a, b, errA, errB)
	}
	if err := Verify(got, games.All()); err == nil || !strings.Contains(err.Error(), "hash") {
		t.Errorf("with another secret: %v", err)
	}
}
