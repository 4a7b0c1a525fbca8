package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/hexabomb"
	"blastyard/match"
)

func TestQuantile(t *testing.T) {
	sorted := make([]time.Duration, 200)
	for i := range sorted {
		sorted[i] = time.Duration(i + 1)
	}
	for percent, want := range map[int]time.Duration{0: 1, 1: 2, 50: 100, 99: 198, 100: 200} {
		if got := quantile(sorted, percent); got != want {
			t.Errorf("%d %%: %d, expected %d", percent, got, want)
		}
	}
	if got := quantile(sorted[:1], 99); got != 1 {
		t.Errorf("of one: %d", got)
	}
}

func TestMost(t *testing.T) {
	if got := most(map[string]int{"b": 2, "a": 2, "c": 5, "d": 1, "e": 1}); got != "c (5×); a (2×); b (2×); and 2 other reasons" {
		t.Error(got)
	}
}

// triedOut is a trial of a bot that played some turns, with so many dead characters after each.
func triedOut(reason match.Reason, leftTurn int, dead ...int) *trial {
	e := newExam(0)
	e.process, e.login, e.turns, e.dead, e.total = true, time.Millisecond, len(dead), dead, 2
	return &trial{situation: &situation{name: "some"}, exam: e, seat: seatOutcome{reason: reason, leftTurn: leftTurn}, limit: time.Second}
}

// TestLivesOn: only who leaves when its characters are dead, and never else, is told so.
func TestLivesOn(t *testing.T) {
	for _, c := range []struct {
		trials  []*trial
		verdict string
		detail  string
	}{
		{[]*trial{triedOut(match.Finished, 0, 0, 1, 2, 2, 0, 1)}, verdictOK, "3 deaths, 2 turns without a living character"},
		{[]*trial{triedOut(match.Finished, 0, 0, 0)}, verdictNote, "0 deaths"},
		{[]*trial{triedOut(match.Finished, 0, 0, 0), triedOut(match.Crashed, 2, 0, 1, 2, 2)}, verdictFault, `"some": it left when 1 of its characters were dead`},
		{[]*trial{triedOut(match.Crashed, 1, 0, 1), triedOut(match.Crashed, 2, 0, 1, 2)}, verdictNote, "it leaves in any case"},
	} {
		check := checkup{options: &checkOptions{gameName: "hexabomb"}, trials: c.trials}
		if p := check.livesOn(); p.Verdict != c.verdict || !strings.Contains(p.Detail, c.detail) || (p.Mend != "") != (c.verdict == verdictFault) {
			t.Errorf("%+v, expected %s: %s", p, c.verdict, c.detail)
		}
	}
}

// TestHurryIsNoFault: where nobody can be on time, being late does not count.
func TestHurryIsNoFault(t *testing.T) {
	hurried := triedOut(match.Finished, 0, 0, 0, 0)
	hurried.situation.hurry, hurried.seat.late = true, 3
	punctual := triedOut(match.Finished, 0, 0)
	punctual.exam.took = []time.Duration{time.Millisecond}
	check := checkup{options: &checkOptions{gameName: "hexabomb"}, trials: []*trial{punctual, hurried}}
	if p := check.isOnTime(); p.Verdict != verdictOK || !strings.Contains(p.Detail, "p50 1.0 ms, p99 1.0 ms, max 1.0 ms; the limit is 1000.0 ms") {
		t.Errorf("%+v", p)
	}
	punctual.exam.took[0] = 600 * time.Millisecond
	if p := check.isOnTime(); p.Verdict != verdictNote {
		t.Errorf("an answer after more than half of the time: %+v", p)
	}
	punctual.seat.late = 1
	if p := check.isOnTime(); p.Verdict != verdictFault || p.Mend == "" {
		t.Errorf("late once: %+v", p)
	}
}

// TestSituationMaps: each map is one that the rules take, and the sapper reaches everyone who cannot leave its lines.
func TestSituationMaps(t *testing.T) {
	all := situationMaps()
	for _, s := range hexabombSituations() {
		m := all[s.mapFile]
		if m == nil {
			if !slices.Contains([]string{"yard", "maze4"}, s.mapFile) {
				t.Errorf("%s: no map %s", s.name, s.mapFile)
			}
			continue
		}
		specials := 0
		if s.special != "" {
			specials = 1
		}
		if _, err := hexabomb.NewBoard(m, 1+len(s.opponents), specials); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
	b, err := hexabomb.NewBoard(all["star.json"], 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	state, bot := hexabomb.NewState(b), newSapper(b, 0)
	for range 1 + hexabomb.MinBomb {
		state.Step(bot.Act(nil, state), nil)
	}
	if state.Living(0) == 0 || state.Living(1)+state.Living(2) > 0 {
		t.Errorf("when the first bomb of the sapper has gone off %d, %d and %d characters live", state.Living(0), state.Living(1), state.Living(2))
	}
}

// TestCheckInterrupted: Ctrl-C ends a check at once, and blames nobody.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, notes strings.Builder
	code := Run(ctx, []string{"bot", "check", "testbot silent"}, strings.NewReader(""), &out, &notes)
	if code != exitFailure || out.String() != "" || !strings.Contains(notes.String(), "blastyard bot check: interrupted") {
		t.Errorf("exit %d, %s%s", code, out.String(), notes.String())
	}
}
