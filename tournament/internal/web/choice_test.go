package web

import (
	"slices"
	"testing"
	"time"

	"blastyard/tournament"
)

// ranked returns a stage whose entrants have these ratings; those of 0 have not played.
func ranked(format string, elos ...float64) Stage {
	st := &tournament.Standings{TieBreaks: []string{"strength"}}
	for i, elo := range elos {
		e := tournament.Standing{Name: string(rune('a' + i)), Rank: i + 1, Elo: elo}
		if elo > 0 {
			e.Matches, st.Matches = 2, st.Matches+1
		}
		st.Entrants = append(st.Entrants, e)
	}
	return Stage{Format: format, Standings: st}
}

// bracket adds the last two rounds of a knockout to a stage.
func bracket(s Stage, semi, final []string) Stage {
	round := func(name string, who []string) tournament.Round {
		var p tournament.Pairing
		for _, w := range who {
			p.Places = append(p.Places, tournament.Place{Name: w})
		}
		return tournament.Round{Name: name, Pairings: []tournament.Pairing{p}}
	}
	s.Rounds = []tournament.Round{round("Semi-finals", semi), round("Final", final), round("Third place", semi)}
	return s
}

// TestChoose: the board shows the match that matters the most.
func TestChoose(t *testing.T) {
	field := ranked("ladder", 1900, 1800, 1700, 1600, 1560, 1400, 1100, 1090, 0, 0)
	cup := bracket(ranked("knockout", 1600, 1550, 1500, 1400), []string{"c", "d"}, []string{"a", "b"})
	cup.Name = "Final"
	ladder := &Snapshot{Planned: 1, Stages: []Stage{field}}
	final := &Snapshot{Planned: 2, Stages: []Stage{field, cup}}
	for _, c := range []struct {
		name string
		snap *Snapshot
		list []string // stage, block and entrants; a later one is newer
		want int
		text string
	}{
		{"nothing", ladder, nil, -1, ""},
		{"the only one", ladder, []string{"0.1 ah"}, 0, "the newest match"},
		{"nobody is known", ladder, []string{"0.1 ij", "0.2 xy"}, 1, "the newest match"},
		{"the newest of two", ladder, []string{"0.1 ah", "0.2 ag"}, 1, "the newest match"},
		{"a close one before the newest", ladder, []string{"0.1 gh", "0.2 ag"}, 0, "a close match: rank 7 against rank 8"},
		{"the closest", ladder, []string{"0.1 de", "0.2 gh", "0.3 de"}, 1, "a close match: rank 7 against rank 8"},
		{"the newest of equally close ones", ladder, []string{"0.1 de", "0.3 ed", "0.2 de"}, 1, "a close match: rank 4 against rank 5"},
		{"the top before the closest", ladder, []string{"0.1 gh", "0.2 bc"}, 1, "the top of the standings: rank 2 against rank 3"},
		{"the very top", ladder, []string{"0.1 ab", "0.2 bc", "0.3 ac"}, 0, "the top of the standings: rank 1 against rank 2"},
		{"the leader alone is not the top", ladder, []string{"0.1 ad", "0.2 bc"}, 1, "the top of the standings: rank 2 against rank 3"},
		{"four in a match", ladder, []string{"0.1 abcd", "0.2 efgh"}, 0, "the top of the standings: ranks 1 to 4"},
		{"a new entrant has no rank", ladder, []string{"0.1 ai", "0.2 bi"}, 1, "the newest match"},
		{"the final stage before the top", final, []string{"0.1 ab", "1.0 cd"}, 1, "a match of the final stage"},
		{"the final before the third place", final, []string{"1.1 ab", "1.2 cd"}, 0, "the final"},
		{"the newest of the final", final, []string{"1.1 ab", "1.3 ba", "1.2 ab"}, 1, "the final"},
		{"a semi-final is no final", final, []string{"1.1 cd", "1.0 ac"}, 0, "a match of the final stage"},
		{"a knockout without a stage before it", &Snapshot{Planned: 1, Stages: []Stage{cup}}, []string{"0.1 ab", "0.2 cd"}, 0, "the final"},
		{"a final still to come", &Snapshot{Planned: 2, Stages: []Stage{cup}}, []string{"0.1 ab", "0.2 cd"}, 0, "the top of the standings: rank 1 against rank 2"},
		{"a stage that the snapshot does not have", ladder, []string{"1.1 ab", "0.1 gh"}, 1, "a close match: rank 7 against rank 8"},
		{"no snapshot of standings", &Snapshot{Planned: 1}, []string{"0.1 ab", "0.2 cd"}, 1, "the newest match"},
	} {
		var list []contest
		for _, text := range c.list {
			m := contest{ID: tournament.ID{Stage: int(text[0] - '0'), Block: int(text[2] - '0')}}
			m.At = time.Unix(int64(m.ID.Block), 0)
			for _, r := range text[4:] {
				m.Names = append(m.Names, string(r))
			}
			list = append(list, m)
		}
		got, w := choose(list, c.snap)
		if got != c.want || got >= 0 && w.text() != c.text {
			t.Errorf("%s: match %d, %q, want %d, %q", c.name, got, w.text(), c.want, c.text)
		}
		if got < 0 {
			continue
		}
		chosen := list[got]
		slices.Reverse(list) // the order of the list means nothing
		if again, _ := choose(list, c.snap); list[again].ID != chosen.ID {
			t.Errorf("%s: in another order %s was chosen, and not %s", c.name, list[again].ID, chosen.ID)
		}
	}
}
