package site

import (
	"fmt"
	"strings"
	"testing"

	"blastyard/tournament/engine"
	"blastyard/tournament/event"
)

// TestOverWithItsStandings: pages say that an event is over when they have its final standings, and not earlier.
func TestOverWithItsStandings(t *testing.T) {
	const why = "all matches are played"
	over := event.Progress{Played: 2, Planned: 2, Done: true, Why: why}
	if q := (&Source{}).progress(&over, &engine.Snapshot{}); q.Done || q.Why != "" || q.Played != 2 {
		t.Errorf("with standings from before the last match: %+v", q)
	}
	if q := (&Source{}).progress(&over, &engine.Snapshot{Final: true}); !q.Done || q.Why != why {
		t.Errorf("with the final standings: %+v", q)
	}
	full := event.Progress{Played: 1, Planned: 2, Why: "the disk is full"}
	if q := (&Source{}).progress(&full, &engine.Snapshot{}); q.Done || q.Why != full.Why {
		t.Errorf("standing still: %+v", q)
	}
}

// TestFairMachines: pages say of each worker how many programs it can judge fairly.
func TestFairMachines(t *testing.T) {
	p := event.Progress{Workers: []event.Worker{{Name: "big", Abilities: event.Abilities{Fair: 15}, Trouble: "secret", Missing: []string{"secret"}},
		{Name: "old"}}}
	q := (&Source{}).progress(&p, &engine.Snapshot{})
	if len(q.Workers) != 2 || q.Workers[0].Abilities.Fair != 15 || q.Workers[1].Abilities.Fair != 0 {
		t.Errorf("%+v", q.Workers)
	}
	if text := fmt.Sprintf("%+v", q); strings.Contains(text, "secret") || p.Workers[0].Trouble != "secret" {
		t.Errorf("spectators see what went wrong on a worker: %s", text)
	}
}
