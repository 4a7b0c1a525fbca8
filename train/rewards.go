package train

// scorer computes the rewards of a turn.
type scorer struct {
	reward   rewardFunc
	seats    []int // the players of the seats
	specials int   // number of special players, which have the first ids and no score
	ordinary int   // number of other players

	// parts is for "score": the weight of a player's own growth, while the growth of all has weight 1.
	parts          int
	scale, special float32 // factors of the result for ordinary and special players
}

// newScorer returns the scorer for a kind of reward.
func newScorer(reward string, f *Facts) scorer {
	r := scorer{reward: rewards[reward], seats: f.Seats, specials: int(number(f.Special))}
	r.ordinary = f.Players - r.specials
	// The only ordinary player has no opponents with scores: its own growth is also the growth of all, and 2 times the
	// one minus the other is its reward.
	r.parts = max(2, r.ordinary)
	r.scale = float32(1 / (float64(r.parts-1) * f.ScoreScale))
	r.special = float32(-1 / (float64(r.ordinary) * f.ScoreScale))
	return r
}

// rewardFunc writes the reward of each seat for a turn. x.now is the state after the turn, and x.out says who was out
// before it. A rewardFunc may store in x.before what it needs next time.
type rewardFunc func(r *scorer, dst []float32, x *episode)

// rewards are the kinds of reward by name.
var rewards = map[string]rewardFunc{
	"none":  func(_ *scorer, dst []float32, _ *episode) { clear(dst) },
	"score": rewardScore,
	"share": rewardShare,
	"win":   rewardWin,
}

// rewardScore is the growth of the own score minus the mean growth of the other ordinary players, times the scale. The
// special player, which has no score, gets minus the mean growth of the ordinary players.
func rewardScore(r *scorer, dst []float32, x *episode) {
	scores, parts := x.now.scores, r.parts
	before := x.before[:len(scores)]
	all := 0 // the own growth of a special player is 0
	for p, score := range scores {
		all += int(score) - int(before[p])
	}
	dst, out := dst[:len(r.seats)], x.out[:len(r.seats)]
	for k, p := range r.seats {
		growth := int(scores[p]) - int(before[p])
		in := int(out[k]) - 1 // all bits or none, instead of a branch: the processor cannot predict who is out
		dst[k] = float32((growth*parts-all)&in) * r.scale
	}
	if r.seats[0] < r.specials {
		dst[0] = float32(all&(int(out[0])-1)) * r.special
	}
	copy(before, scores)
}

// rewardShare is the player's share of what all ordinary players have, minus an equal share; it is 0 while nobody has
// anything. The special player gets minus the share of ordinary players that are alive.
func rewardShare(r *scorer, dst []float32, x *episode) {
	shares := x.before // rewardShare does not need the scores that are stored there
	x.shares(shares)
	all, living := 0, 0
	for p := r.specials; p < len(shares); p++ {
		all += int(shares[p])
		living += int(x.now.alive[p])
	}
	ordinary := float64(r.ordinary)
	for k, p := range r.seats {
		switch {
		case x.out[k] != 0, all == 0 && p >= r.specials:
			dst[k] = 0
		case p < r.specials:
			dst[k] = float32(-float64(living) / ordinary)
		default:
			dst[k] = float32(float64(shares[p])/float64(all) - 1/ordinary)
		}
	}
}

// rewardWin is 1 for the winner and -1 for a loser, when it is out or the match ends; it is 0 for a draw. The special
// player wins if no ordinary player is alive at the end.
func rewardWin(r *scorer, dst []float32, x *episode) {
	now := &x.now
	for k, p := range r.seats {
		dst[k] = 0
		switch {
		case x.out[k] != 0:
		case !now.over && now.alive[p] == 0:
			dst[k] = -1
		case now.over && p < r.specials:
			dst[k] = 1
			for _, alive := range now.alive[r.specials:] {
				if alive != 0 {
					dst[k] = -1
				}
			}
		case now.over && now.winner == p:
			dst[k] = 1
		case now.over && now.winner >= 0:
			dst[k] = -1
		}
	}
}
