//go:build unix

package control

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/game/match"
	"blastyard/internal/stage"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
)

// rounds is the number of rounds of the event: two, or one in everyday tests.
func rounds() int {
	if stage.All() {
		return 2
	}
	return 1
}

// league writes an event of programs and built-in bots: one crashes, one is built, one cannot be built.
func league(t *testing.T) (file string) {
	t.Helper()
	dir := t.TempDir()
	text := "name = \"league\"\nmaps = [\"tiny\"]\nturns = 8\nturn_time = \"20s\"\nformat = \"round-robin\"\nplayers = 2\n" +
		fmt.Sprintf("rounds = %d\n", rounds()) + "[[bot]]\ncommand = \"builtin:greedy\"\n"
	for name, bot := range map[string]string{
		"good":   "command = \"testbot hunter\"\n",
		"built":  "command = \"testbot hunter\"\nbuild = \"sh -c 'mkdir once'\"\n",
		"crash":  "command = \"testbot crash\"\n",
		"broken": "command = \"testbot play\"\nbuild = \"sh -c 'echo no compiler; exit 3'\"\n",
	} {
		folder := filepath.Join(dir, name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "bot.toml"), []byte(bot), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"good", "built", "crash", "broken"} { // the order counts
		text += fmt.Sprintf("[[bot]]\nname = %q\nfolder = %q\n", name, name)
	}
	file = filepath.Join(dir, event.FileName)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// end plays an event to its end, and checks its store. secret is that of a new store.
func end(t *testing.T, file string, secret match.Secret) (*tournament.Standings, match.Secret) {
	t.Helper()
	p := Play{Path: file, Secret: secret, Quiet: true, Out: io.Discard, Notes: io.Discard}
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if ok, err := Verify(t.Context(), file, &out, io.Discard, false); !ok || err != nil {
		t.Errorf("%s%v", out.String(), err)
	}
	o, err := Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	counts, err := o.Store.Counts(t.Context())
	if err != nil || counts.Matches != int64(20*rounds()) {
		t.Errorf("%d matches, %v, want %d", counts.Matches, err, 20*rounds())
	}
	return o.Schedule.Standings(tournament.StandingsOptions{}), o.Secret
}

// TestProgramsKilled: an event with good and bad programs ends the same even if its process is killed several times. It
// keeps the secret that it has drawn.
func TestProgramsKilled(t *testing.T) {
	file := league(t)
	for _, least := range []int64{1, 9, 25}[:rounds()+1] {
		killAfter(t, file, least)
	}
	got, secret := end(t, file, match.Secret{})
	if secret.IsZero() {
		t.Error("the event has drawn no secret")
	}
	want, _ := end(t, league(t), secret)
	failures := map[string]int{}
	for _, e := range want.Entrants {
		for reason, n := range e.Failures {
			failures[e.Name+" "+reason] += n
		}
	}
	if n := 8 * rounds(); len(failures) != 2 || failures["crash crashed"] != n || failures["broken crashed"] != n {
		t.Errorf("failures %v, want those of %d matches of crash and of broken", failures, n)
	}
	if got.Fingerprint != want.Fingerprint {
		t.Errorf("the fingerprint is %s, want %s; standings %+v, want %+v", got.Fingerprint, want.Fingerprint, got, want)
	}
}

// killAfter plays an event in a process of its own, and kills the process once this many matches have a result.
func killAfter(t *testing.T, file string, least int64) {
	t.Helper()
	process := exec.Command("organiser", file)
	var errs strings.Builder
	process.Stderr = &errs
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for late := time.After(5 * time.Minute); played(t, file) < least; {
		select {
		case err := <-ended:
			t.Fatalf("it ended by itself: %v: %s", err, errs.String())
		case <-late:
			_ = process.Process.Kill()
			t.Fatalf("it does not play: %s", errs.String())
		case <-look.C:
		}
	}
	if err := process.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	<-ended
}

// played returns how many matches of an event have a result now.
func played(t *testing.T, file string) int64 {
	t.Helper()
	dir := StoreBeside(file)
	if !engine.IsStore(dir) {
		return 0
	}
	s, err := store.OpenReader(filepath.Join(dir, "event.db"))
	if err != nil {
		return 0 // the database is just being created
	}
	defer s.Close()
	counts, err := s.Counts(t.Context())
	if err != nil {
		return 0
	}
	return counts.Matches
}
