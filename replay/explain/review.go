package explain

import (
	"slices"

	"blastyard/game"
	"blastyard/replay"
)

// review plays a match again and records its lessons.
type review struct {
	*ledger
	timeline
	match  game.Match
	rules  rules
	layout *layout
	start  game.Match

	ahead, other survival // the forecast before the turn, and that after another action of a character
	earned       []int    // by player: points at the start
	accounts     *accounts
	lived        []int // by player: turns that its characters lived
	lost         []int // by player: points lost by deaths of its characters
	living       []int // by player: living characters before the turn

	missed []*escape // by character: the last safe move that was not taken
	safeIn []int     // by character: the last turn with a way out; 0: none in this life
}

// newReview returns a review that begins at the current state of a match.
func newReview(l *ledger, m game.Match, r rules, b *layout) *review {
	players, characters := m.Players(), len(b.owners)
	v := &review{ledger: l, timeline: newTimeline(b, m), match: m, rules: r, layout: b, start: m.Clone(),
		ahead: survival{layout: b}, other: survival{layout: b},
		earned: scoresOf(m), accounts: newAccounts(players, scoresOf(m)), lived: make([]int, players),
		lost: make([]int, players), living: make([]int, players),
		missed: make([]*escape, characters), safeIn: make([]int, characters)}
	for x, p := range b.owners {
		if x == 0 || b.owners[x-1] != p {
			l.characters[p] = 0
		}
		l.characters[p]++
	}
	return v
}

// turn plays a turn.
func (r *review) turn(t *replay.Turn) error {
	r.beginTurn(t)
	r.rules.begin()
	for p := range r.living {
		r.living[p], _ = r.match.Living(p)
		r.late[p] = r.late[p] && r.match.Acts(p)
	}
	if err := replay.Play(r.match, t, true); err != nil {
		return err
	}
	r.rules.played(t.Turn)
	r.ahead.look(r.rules.foresee())
	r.seeRefusals(t.Turn)
	for x, p := range r.layout.owners {
		if !r.layout.special[p] && !r.gone[p] {
			r.seeDanger(x, t.Turn)
			r.seeIdle(x, t.Turn)
		}
	}
	r.spend()
	r.rules.credit(r.accounts)
	r.noteTurn(t.Turn)
	r.seeDeaths(t.Turn)
	r.seeBombs(t.Turn)
	for p, living := range r.living {
		r.lived[p] += living
		if r.late[p] {
			r.count(Late, p, "", "", t.Turn, float64(living))
		}
	}
	r.endTurn(t)
	return nil
}

// spend records what the characters did with their turn.
func (r *review) spend() {
	for x, p := range r.layout.owners {
		c := r.rules.spent(x)
		switch dead := !r.rules.was(x).alive; {
		case r.gone[p] && !(dead && r.layout.single), r.late[p] && !dead:
			c = Absence
		case dead:
			c = Deaths
		}
		if c == Walked {
			r.accounts.acted[p]++
		} else {
			r.accounts.turns[c][p]++
		}
	}
}

// seeRefusals counts refused actions.
func (r *review) seeRefusals(turn int) {
	for _, f := range r.match.AppendRefused(nil) {
		told := f
		weight, tell := r.rules.refusal(&told)
		if tell && f.Action == "" {
			r.answered[f.Player] = false // it tried to do something unknown
		}
		if tell && !r.gone[f.Player] {
			r.count(Refused, f.Player, told.Reason, told.Action, turn, weight)
		}
	}
}

// seeIdle records a character that did nothing although it could.
func (r *review) seeIdle(x, turn int) {
	p, was := r.layout.owners[x], r.rules.was(x)
	switch {
	case !r.answered[p]:
	case !was.alive:
		if r.rules.sleeps(x, r.ahead.safe) {
			r.again(Revival, p, r.layout.names[x], turn)
		}
	case r.rules.is(x).alive && r.rules.rests(x) && r.ahead.safe(was.cell) && r.freeToMove(x):
		r.again(Idle, p, r.layout.names[x], turn)
	}
}

// freeToMove reports whether a character could have moved to a safe cell.
func (r *review) freeToMove(x int) bool {
	return slices.ContainsFunc(r.rules.ways(x)[1:], func(w way) bool { return r.ahead.safe(w.cell) })
}

// seeBombs adds lessons about bombs that gained nothing.
func (r *review) seeBombs(turn int) {
	bombs := r.rules.bombs()
	for i := range bombs {
		b := &bombs[i]
		if b.Placed == 0 || r.gone[b.Player] {
			continue
		}
		if text := r.rules.waste(i, turn); text != "" {
			r.add(Lesson{Turn: b.Placed, Player: b.Player, Kind: Waste, Text: text}, 1, 0)
		}
	}
}

// end adds the lessons that are known at the end of the match.
func (r *review) end() {
	if r.complete {
		for _, l := range r.rules.waiting() {
			if !r.gone[l.Player] {
				r.add(l, 1, 0)
			}
		}
	}
	if r.layout.bombsCompared != "" {
		r.compareBombs(r.tallies, r.layout.bombsCompared, r.layout.gainPoints)
	}
}

// price returns what the best player gained per turn of a character.
func (r *review) price() float64 {
	best := r.layout.price
	for p, turns := range r.lived {
		if turns > 0 && r.layout.price == 0 {
			best = max(best, float64(r.match.Score(p)+r.lost[p]-r.earned[p])/float64(turns))
		}
	}
	return best
}
