package control

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/replay"
	"blastyard/tournament"
	"blastyard/tournament/engine"
)

// beforeSecrets are events of which the program before there were secrets (commit d2927d53) has played 4 of 6 matches,
// and the fingerprints with which it has ended them.
var beforeSecrets = map[string]string{
	"hexabomb":  "d808921fa30a0e465eeb2de0df70888c926e9614a4b1c011559e937203ad06f6",
	"bomberman": "7230ec678ddd10398fb832a8c2ba1df6a1a12f9e86676748ee6b14d89d6b8095",
}

// unzip unpacks an archive of testdata into a new folder.
func unzip(t *testing.T, file string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestEventBeforeSecrets: an event that began before there were secrets goes on without one, ends as it would have
// ended, and is verified.
func TestEventBeforeSecrets(t *testing.T) {
	for game, fingerprint := range beforeSecrets {
		t.Run(game, func(t *testing.T) {
			dir := unzip(t, "testdata/before-secrets-"+game+".zip")
			verified(t, dir, 4)
			file := filepath.Join(dir, "event.toml")
			text, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(file, []byte(strings.Replace(string(text), "max_matches = 4", "max_matches = 6", 1)), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := finished(t, &Play{Path: dir, Quiet: true, Notes: io.Discard}); got.Fingerprint != fingerprint || got.Matches != 6 {
				t.Errorf("%d matches with the fingerprint %s, want 6 with %s", got.Matches, got.Fingerprint, fingerprint)
			}
			verified(t, dir, 6)
			withoutSecrets(t, dir)
		})
	}
}

// verified verifies an event.
func verified(t *testing.T, dir string, matches int) {
	t.Helper()
	var out strings.Builder
	ok, err := Verify(t.Context(), dir, &out, io.Discard, false)
	if !ok || err != nil || !strings.HasPrefix(out.String(), fmt.Sprintf("%d matches: %[1]d replays played again", matches)) {
		t.Errorf("verify: %s%v", out.String(), err)
	}
}

// withoutSecrets checks that neither an event nor its matches have a secret.
func withoutSecrets(t *testing.T, dir string) {
	t.Helper()
	o, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if !o.Secret.IsZero() {
		t.Errorf("the event has the secret %v", o.Secret)
	}
	matches, _, err := o.Store.Matches(t.Context(), tournament.Query{})
	if err != nil || len(matches) != 6 {
		t.Fatalf("%d matches, %v", len(matches), err)
	}
	for i := range matches {
		if r := readReplay(t, o, matches[i].ID); r.Header.Version != 1 || !r.Header.Secret.IsZero() {
			t.Errorf("match %v: version %d, secret %v", matches[i].ID, r.Header.Version, r.Header.Secret)
		}
	}
}

func readReplay(t *testing.T, o *engine.Offline, id tournament.ID) *replay.Replay {
	t.Helper()
	in, err := Replay(t.Context(), o, id)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r, err := replay.Read(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
