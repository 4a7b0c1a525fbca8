package explain

import (
	"fmt"

	"blastyard/internal/english"
)

func (b *bombermanRules) leastSwing(*timeline) float64 { return max(1, float64(b.board.Bounty)/4) }

func (b *bombermanRules) story(l *timeline, winner int, moments []Moment, names *callNames) string {
	second := b.after.LeaderBoard()[1]
	if b.is(second).alive {
		return l.wonBy(winner, second, b.reasons(l, winner, second, names), moments, names)
	}
	return because(names.of(winner)+" won as the only one left", endReasons(l, winner, names))
}

// reasons returns why one living player scored more than another.
func (b *bombermanRules) reasons(l *timeline, winner, second int, names *callNames) []reason {
	x, y, other := &l.tallies[winner], &l.tallies[second], names.of(second)
	covered, less := b.after.Covered(winner), b.after.Covered(second)
	return []reason{
		versus(float64((x.Kills-y.Kills)*b.board.Bounty), x.Kills, y.Kills, "killed", "player", other),
		versus(float64((x.Walls-y.Walls)*b.board.Settings.WallPoints), x.Walls, y.Walls, "broke", "wall", other),
		{float64(covered-less) / 2, fmt.Sprintf("it stood on %s and %s on %d", english.Count(covered, "block"), other,
			less)},
	}
}

// endReasons describes how the others died.
func endReasons(l *timeline, winner int, names *callNames) []reason {
	var own []string
	for p := range l.tallies {
		if l.tallies[p].Own > 0 {
			own = append(own, names.of(p))
		}
	}
	var list []reason
	switch len(own) {
	case 0:
	case 1:
		list = append(list, reason{1, own[0] + " died in its own blast"})
	default:
		list = append(list, reason{1, english.And(own) + " died in their own blasts"})
	}
	if kills := l.tallies[winner].Kills; kills > 0 {
		list = append(list, reason{2, "it killed " + countOf(kills, "player")})
	}
	return list
}
