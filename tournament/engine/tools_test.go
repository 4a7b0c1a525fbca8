package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"blastyard/internal/archive"
	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// TestToolsOfSubmission: a submitted bot is played in this process until its needs are known, then by every worker that
// meets them.
func TestToolsOfSubmission(t *testing.T) {
	bot, file := t.TempDir(), filepath.Join(t.TempDir(), "archive")
	for name, text := range map[string]string{"bot.toml": "command = \"python3 bot.py\"\n", "bot.py": "pass\n"} {
		if err := os.WriteFile(filepath.Join(bot, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hash, err := archive.PackFile(file, bot, archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(3, 1)})
	if err := e.PutArchive(t.Context(), hash, file); err != nil {
		t.Fatal(err)
	}
	bots := []worker.JobBot{{Name: "bot01", Version: hash, Submitted: true}}
	if need := e.needOf(bots); !need.Local || need.Tools != nil {
		t.Errorf("before it is known: %+v, want this machine", need)
	}
	entry := tournament.Entry{Name: "bot01", Version: hash, Number: 1, By: "a team"}
	if _, err := e.Submit(t.Context(), tournament.Record{Enter: &entry}); err != nil {
		t.Fatal(err)
	}
	until(t, "it is known what it needs", func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.tools[hash] != nil
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	if need := e.needOf(bots); need.Local || !slices.Equal(need.Tools, []string{"python3"}) {
		t.Errorf("when it is known: %+v, want python3", need)
	}
	f := tournament.Fixture{Entrants: []int{1, 2}}
	if got := e.botsOf(&f); got[0].Version != hash || !got[0].Submitted || got[0].Builtin != "" ||
		got[1].Builtin != "random" {
		t.Errorf("the bots of a match are %+v", got)
	}
}
