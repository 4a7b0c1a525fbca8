package site

import (
	"fmt"

	"blastyard/internal/english"
	"blastyard/tournament"
)

// standing says where a team stands now. It is only for the team: it also says so while standings are hidden.
func (in *inbox) standing(team string) string {
	snap := in.engine.Snapshot()
	for i := len(snap.Stages) - 1; i >= 0; i-- {
		s := snap.Stages[i].Standings
		if s == nil {
			continue
		}
		for k := range s.Entrants {
			e := &s.Entrants[k]
			if e.Name != team || e.Matches == 0 {
				continue
			}
			if e.Status != tournament.Takes {
				return "" // the team's page says why
			}
			text := fmt.Sprintf("You are rank %d of %d after %s: %s, %s, %s; Elo %.0f.", e.Rank, len(s.TakingPart()),
				english.Count(e.Matches, "match"), english.Count(e.Wins, "win"), english.Count(e.Draws, "draw"),
				english.Count(e.Losses, "loss"), e.Elo)
			if in.engine.Hidden() {
				text += " Only your team sees this: the standings are hidden from all others."
			}
			return text
		}
	}
	return ""
}
