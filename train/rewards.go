package train

// scorer gives the rewards of a turn.
type scorer struct {
	reward   rewardFunc
	seats    []int // the players of the seats
	specials int   // the first ids; they have no score
	ordinary int   // how many others there are

	// Of "score". A player's own growth counts parts times, that of all once.
	parts          int
	scale, special float32 // by what the result is multiplied; that of a special player
}

// newScorer makes the scorer for a kind of reward.
func newScorer(reward string, f *Facts) scorer {
	r := scorer{reward: rewards[reward], seats: f.Seats, specials: int(number(f.Special))}
	r.ordinary = f.Players - r.specials
	// Who has no opponent with a score gets its own growth, which is the growth of all: 2 of these less one of those.
	r.parts = max(2, r.ordinary)
	r.scale = float32(1 / (float64(r.parts-1) * f.ScoreScale))
	r.special = float32(-1 / (float64(r.ordinary) * f.ScoreScale))
	return r
}

// rewardFunc writes the reward of each seat for a turn after which the match stands as x.now says. x.out tells who was
// out before it. It may keep what it wants to know next time in x.before.
type rewardFunc func(r *scorer, dst []float32, x *episode)

// rewards are the kinds of reward by name.
var rewards = map[string]rewardFunc{
	"none":  func(_ *scorer, dst []float32, _ *episode) { clear(dst) },
	"score": rewardScore,
	"share": rewardShare,
	"win":   rewardWin,
}

// rewardScore is the growth of the own score less the mean growth of the other ordinary players, by the scale. The
// special player, who has no score, gets less the mean growth of the ordinary ones.
func rewardScore(r *scorer, dst []float32, x *episode) {
	scores, parts := x.now.scores, r.parts
	before := x.before[:len(scores)]
	all := 0 // that of a special player is 0
	for p, score := range scores {
		all += int(score) - int(before[p])
	}
	dst, out := dst[:len(r.seats)], x.out[:len(r.seats)]
	for k, p := range r.seats {
		growth := int(scores[p]) - int(before[p])
		in := int(out[k]) - 1 // all bits or none, in place of a branch: who is out cannot be foreseen
		dst[k] = float32((growth*parts-all)&in) * r.scale
	}
	if r.seats[0] < r.specials {
		dst[0] = float32(all&(int(out[0])-1)) * r.special
	}
	copy(before, scores)
}

// rewardShare is the own share of what all ordinary players have, less that of an equal part; 0 while nobody has
// anything. The special player gets less the share of ordinary players that are alive.
func rewardShare(r *scorer, dst []float32, x *episode) {
	shares := x.before // the scores are not needed
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

// rewardWin is 1 for the winner and -1 for who lost, when they are out or the match ends; 0 for a draw. The special
// player wins where no ordinary player is alive at the end.
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
