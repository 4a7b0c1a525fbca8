package explain

import (
	"blastyard/game"
	"blastyard/replay"
)

// The module of the page must stay small: there a report of a game without entries of its own is empty.

func explainByMatch(r *replay.Replay, _ []replay.Turn, _ game.Match, fault error) (*Report, error) {
	return explainRecorded(r, nil), fault
}

func explainRecorded(r *replay.Replay, _ []*game.Kind) *Report {
	report := &Report{winner: none, Tallies: make([]Tally, len(r.Header.Players))}
	for p := range report.Tallies {
		report.Tallies[p].Player = p
	}
	return report
}
