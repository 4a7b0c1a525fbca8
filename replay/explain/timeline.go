package explain

import "blastyard/game"

// timeline records a match, for simulating parts of it again.
type timeline struct {
	special []bool  // by player: it has no score
	single  bool    // players have one character only
	scores  [][]int // by turn from 0, by player
	events  []event
	tallies []Tally
	fates   []fate // by player
}

// fate is how the last character of a player died.
type fate struct {
	turn    int // 0: the player has a living one
	own     bool
	killers []int // the players whose blasts reached it
}

func newTimeline(b *layout, m game.Match) timeline {
	l := timeline{special: b.special, single: b.single, scores: [][]int{scoresOf(m)},
		tallies: make([]Tally, m.Players()), fates: make([]fate, m.Players())}
	for p := range l.tallies {
		l.tallies[p].Player = p
	}
	return l
}

// lead returns the score of a player minus the mean of the others'.
func (l *timeline) lead(scores []int, player int) float64 {
	sum, others := 0, 0
	for p, score := range scores {
		if p != player && !l.special[p] {
			sum += score
			others++
		}
	}
	if others == 0 {
		return 0
	}
	return float64(scores[player]) - float64(sum)/float64(others)
}

// second returns the player with the highest score except the winner, or -1.
func (l *timeline) second(winner int) int {
	second, scores := -1, l.scores[len(l.scores)-1]
	for p := range scores {
		if p != winner && !l.special[p] && (second < 0 || scores[p] > scores[second]) {
			second = p
		}
	}
	return second
}

// margin returns by how many points a player beat another.
func (l *timeline) margin(winner, second int) int {
	scores := l.scores[len(l.scores)-1]
	return scores[winner] - scores[second]
}

// scoresOf returns the scores of a match, by player.
func scoresOf(m game.Match) []int {
	list := make([]int, m.Players())
	for p := range list {
		list[p] = m.Score(p)
	}
	return list
}
