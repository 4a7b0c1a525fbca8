package explain

import "blastyard/internal/english"

func (b *bombermanRules) leastSwing(*timeline) float64 { return max(1, float64(b.board.Bounty)/4) }

func (b *bombermanRules) story(r *review, winner int, report *Report, names *callNames) string {
	l, second := &r.timeline, b.after.LeaderBoard()[1]
	if b.is(second).alive {
		return l.wonBy(winner, second, report, names)
	}
	return because(names.of(winner)+" won as the only one left", endReasons(l, winner, second, names))
}

// endReasons describes how the others died.
func endReasons(l *timeline, winner, second int, names *callNames) []reason {
	last := ""
	if len(l.fates) > 2 {
		last = "as the last of the others "
	}
	list := []reason{{3, last + names.of(second) + " " + l.fate(second, names)}}
	var own []string
	for p := range l.tallies {
		if p != second && l.tallies[p].Own > 0 {
			own = append(own, names.of(p))
		}
	}
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
