//go:build !js

package explain

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/replay"
)

// anyReview tells of a match what every game has: who led, whose cells the board has, what was refused, who was late,
// and who failed. A game without entries of its own is explained by it.
type anyReview struct {
	*ledger
	special []bool          // by player
	leaders []int           // by turn from 0: the player ahead, or match.NoWinner
	earned  []int           // by player: points at the start
	scores  []int           // by player: points at the end; nil: not known
	owned   []viewer.Player // by player, with the cells at the end; nil: cells have no owners
}

func newAnyReview(r *replay.Replay, turns int, complete bool) *anyReview {
	v := &anyReview{ledger: newLedger(&r.Header, turns, complete), leaders: []int{match.NoWinner}}
	for i := range r.Header.Players {
		v.special = append(v.special, r.Header.Players[i].Special)
	}
	return v
}

// explainByMatch explains a match of a game whose rules are known and that has no entries of its own.
func explainByMatch(r *replay.Replay, turns []replay.Turn, m game.Match, fault error) (*Report, error) {
	v := newAnyReview(r, len(turns), ended(r) && fault == nil)
	v.earned, v.leaders[0] = scoresOf(m), m.Winner()
	for i := range turns {
		t := &turns[i]
		v.beginTurn(t)
		for p := range v.late {
			v.late[p] = v.late[p] && m.Acts(p)
		}
		if err := replay.Play(m, t, true); err != nil {
			return nil, err
		}
		v.see(t.Turn, m.AppendRefused(nil))
		v.leaders = append(v.leaders, m.Winner())
	}
	v.scores = scoresOf(m)
	var f viewer.Frame
	m.Picture(&f, r.Header.Turns, nil)
	v.seeOwners(&f)
	return v.report(r), fault
}

// explainRecorded explains a match of a game whose rules are not known, from what was recorded.
func explainRecorded(r *replay.Replay, kinds []*game.Kind) *Report {
	v := newAnyReview(r, len(r.Turns), ended(r))
	state := r.Header.State
	for i := range r.Turns {
		t := &r.Turns[i]
		v.beginTurn(t)
		v.see(t.Turn, t.Refused)
		leader := v.leaders[len(v.leaders)-1]
		if t.Winner != nil {
			leader = *t.Winner
		}
		v.leaders = append(v.leaders, leader)
		if len(t.State) > 0 {
			state = t.State
		}
	}
	n := len(r.Header.Players)
	counted := func(score int) bool { return score != 0 } // a game that is not known has scores of 0
	if r.Result != nil && len(r.Result.Scores) == n && slices.ContainsFunc(r.Result.Scores, counted) {
		v.scores, v.earned = r.Result.Scores, make([]int, n)
	}
	var f viewer.Frame
	if k := game.OfState(kinds, state); k != nil && k.Draw(&f, state, len(r.Turns), 0, 0, nil) == nil {
		v.seeOwners(&f)
	}
	return v.report(r)
}

// see records the refused actions and the late players of a turn.
func (v *anyReview) see(turn int, refused []game.Refusal) {
	for _, f := range refused {
		if f.Player >= 0 && f.Player < len(v.gone) && !v.gone[f.Player] {
			v.count(Refused, f.Player, f.Reason, f.Action, turn, 1)
		}
	}
	for p, late := range v.late {
		if late {
			v.count(Late, p, "", "", turn, 1)
		}
	}
}

// seeOwners records whose cells the board has, if they have owners.
func (v *anyReview) seeOwners(f *viewer.Frame) {
	owned := make([]viewer.Player, len(v.gone))
	found := false
	for i := range f.Cells {
		if p := f.Cells[i].Owner.Player(); p >= 0 && p < len(owned) {
			owned[p].Cells++
			found = true
		}
	}
	if found {
		v.owned = owned
	}
}

// price returns what the best player gained in a turn, or 0 if that is not known.
func (v *anyReview) price() (best float64) {
	for p := range v.scores {
		if v.turns > 0 && !v.special[p] {
			best = max(best, float64(v.scores[p]-v.earned[p])/float64(v.turns))
		}
	}
	return best
}

func (v *anyReview) report(r *replay.Replay) *Report {
	report := &Report{Lessons: v.settle(v.price()), winner: none, Tallies: make([]Tally, len(v.gone))}
	for p := range report.Tallies {
		report.Tallies[p].Player = p
	}
	if !v.complete {
		return report
	}
	names, ahead := newCallNames(&r.Header), v.leaders[len(v.leaders)-1]
	switch report.winner = r.Result.Winner; {
	case ahead != match.NoWinner && ahead != report.winner:
		report.Story = v.upset(report.winner, ahead, names)
	case report.winner >= 0 && report.winner < len(v.gone):
		report.Story = v.story(report.winner, names)
	default:
		report.Story = v.draw(names)
	}
	return report
}

// story says by what a player won: its points, how long it led, and the cells that it has.
func (v *anyReview) story(winner int, names *callNames) string {
	won, second := names.of(winner)+" won", v.second(winner)
	if second >= 0 && v.scores != nil && v.scores[winner] > v.scores[second] {
		won += fmt.Sprintf(" by %s over %s", english.Count(v.scores[winner]-v.scores[second], "point"),
			names.of(second))
	}
	var reasons []reason
	if v.leaders[len(v.leaders)-1] == winner {
		reasons = append(reasons, reason{1, v.lead(winner)})
	}
	if second >= 0 && v.owned != nil {
		n, other := v.owned[winner].Cells, v.owned[second].Cells
		reasons = append(reasons, versus(float64(n-other), n, other, "held", "cell", names.of(second)))
	}
	for _, e := range v.entries {
		if e.Kind == Failure && !v.special[e.Player] && e.Player != winner {
			reasons = append(reasons, reason{0.5, fmt.Sprintf("%s failed in turn %d", names.of(e.Player), e.Turn)})
		}
	}
	return because(won, reasons)
}

// lead says since when a player led that led in the end, and how often the lead changed.
func (v *anyReview) lead(winner int) string {
	last, changes := len(v.leaders)-1, 0
	since := last
	for since > 0 && v.leaders[since-1] == winner {
		since--
	}
	held := match.NoWinner
	for _, p := range v.leaders {
		if p != match.NoWinner && p != held {
			if held != match.NoWinner {
				changes++
			}
			held = p
		}
	}
	text := "it led only after the last turn"
	switch {
	case since <= 1 && last > 1:
		text = "it led from the first turn to the end"
	case since < last:
		text = fmt.Sprintf("it led from turn %d to the end", since)
	}
	if changes > 0 {
		text += fmt.Sprintf(" (the lead changed %s)", english.Count(changes, "time"))
	}
	return text
}

// draw says how a match ended that no player won.
func (v *anyReview) draw(names *callNames) string {
	best, level := -1, []string{}
	for p, score := range v.scores {
		switch {
		case v.special[p]:
		case best < 0 || score > v.scores[best]:
			best, level = p, []string{names.of(p)}
		case score == v.scores[best]:
			level = append(level, names.of(p))
		}
	}
	if len(level) < 2 {
		return "no player won."
	}
	return fmt.Sprintf("no player won: %s are level with %s.", english.And(level),
		english.Count(v.scores[best], "point"))
}

// second returns the best player except the winner, or -1: by score, or by cells, or the only other one.
func (v *anyReview) second(winner int) int {
	second := -1
	value := func(p int) int {
		switch {
		case v.scores != nil:
			return v.scores[p]
		case v.owned != nil:
			return v.owned[p].Cells
		}
		return 0
	}
	for p := range v.gone {
		if p != winner && !v.special[p] && (second < 0 || value(p) > value(second)) {
			second = p
		}
	}
	return second
}
