//go:build unix

package control

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/submission"
)

// TestTeamData: what an event keeps of a team can be exported, also while it is served, and erased; its results and
// those of all others stay, and the event can still be verified.
func TestTeamData(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"ann", "bob"} {
		botAt(t, filepath.Join(dir, name), name)
	}
	text := "maps = [\"tiny\"]\nturns = 5\nturn_time = \"20s\"\nrounds = 2\n[[bot]]\nfolder = \"ann\"\n[[bot]]\nfolder = \"bob\"\n" +
		"[[bot]]\ncommand = \"builtin:hunter\"\n"
	if err := os.WriteFile(filepath.Join(dir, "event.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &Play{Path: dir, Quiet: true, Jobs: 1, Out: io.Discard, Notes: io.Discard}
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	teams, err := submission.OpenTeams(Submissions(StoreBeside(dir)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := teams.Invite("ann"); err != nil {
		t.Fatal(err)
	}
	_, _, stop := serving(t, filepath.Join(dir, "event.toml"), ServeOptions{})
	g := &Organiser{Path: dir, By: "anna", Out: io.Discard, Notes: io.Discard}
	to := filepath.Join(t.TempDir(), "ann")
	if err := g.ExportTeam(t.Context(), "ann", to); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"versions/1.tar.zst", "matches.jsonl", "printed/0.0.txt"} {
		if st, err := os.Stat(filepath.Join(to, name)); err != nil || st.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := g.EraseTeam(t.Context(), "ann"); err == nil || !strings.Contains(err.Error(), "end it") {
		t.Errorf("while it is served: %v", err)
	}
	stop()
	before := standingsOf(t, dir)
	var said strings.Builder
	g.Out = &said
	if err := g.EraseTeam(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	if list, err := teams.List(); err != nil || len(list) != 0 {
		t.Errorf("%v is left, %v", list, err)
	}
	if after := standingsOf(t, dir); !slices.Equal(after, before) {
		t.Errorf("the standings are %v, were %v", after, before)
	}
	if !strings.Contains(said.String(), "2 files") { // what it printed, the same in each match, and its archive
		t.Errorf("it says %s", said.String())
	}
	for name, there := range map[string]bool{"ann": false, "bob": true} {
		if left := printedBy(t, dir, name); left != there {
			t.Errorf("what %s printed is there: %v", name, left)
		}
	}
	if ok, err := Verify(t.Context(), dir, io.Discard, io.Discard, false); !ok || err != nil {
		t.Errorf("verify: %v, %v", ok, err)
	}
	if err := g.EraseTeam(t.Context(), "zoe"); err == nil {
		t.Error("a team that is not there")
	}
}

// botAt writes the folder of a bot that prints its name.
func botAt(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "command = \"sh -c 'echo I am " + name + " >&2; exit 3'\"\n"
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// standingsOf lists the entrants of an event with their points, the best first.
func standingsOf(t *testing.T, path string) (list []string) {
	t.Helper()
	o, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, e := range o.Schedule.Standings(tournament.StandingsOptions{NoStrengths: true}).Entrants {
		list = append(list, e.Name)
	}
	return append(list, o.Schedule.Fingerprint())
}

// printedBy reports whether something is there that the bot of an entrant printed.
func printedBy(t *testing.T, path, name string) (there bool) {
	t.Helper()
	o, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	var said strings.Builder
	for f := range o.Schedule.Fixtures(0) {
		if err := WriteLogs(t.Context(), o, f.ID, &said); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Contains(said.String(), "stderr: I am "+name)
}
