package explain

import (
	"slices"

	"blastyard/game"
	"blastyard/replay"
)

// review plays a match again and notes what its turns teach.
type review struct {
	*ledger
	timeline
	match  game.Match
	rules  rules
	layout *layout
	start  game.Match

	ahead, other survival // what is foreseen before the turn; if a character had done something else
	earned       []int    // the points at the start, by player
	lived        []int    // turns that the characters of a player lived
	lost         []int    // points, by deaths of its characters
	living       []int    // characters that a player had before the turn

	missed []*escape // by character: the last safe move that was there and not taken
	safeIn []int     // by character: the last turn in which it had a way out; 0: none in this life
}

// newReview begins a review where a match stands.
func newReview(l *ledger, m game.Match) (*review, error) {
	r, b, err := rulesOf(m, l.mark)
	if err != nil {
		return nil, err
	}
	players, characters := m.Players(), len(b.owners)
	v := &review{ledger: l, timeline: newTimeline(b, m), match: m, rules: r, layout: b, start: m.Clone(),
		ahead: survival{layout: b}, other: survival{layout: b},
		earned: scoresOf(m), lived: make([]int, players), lost: make([]int, players), living: make([]int, players),
		missed: make([]*escape, characters), safeIn: make([]int, characters)}
	for x, p := range b.owners {
		if x == 0 || b.owners[x-1] != p {
			l.characters[p] = 0
		}
		l.characters[p]++
	}
	return v, nil
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

// seeRefusals counts what was refused.
func (r *review) seeRefusals(turn int) {
	for _, f := range r.match.AppendRefused(nil) {
		told := f
		weight, tell := r.rules.refusal(&told)
		if tell && f.Action == "" {
			r.answered[f.Player] = false // it tried to do something, and it is not known what
		}
		if tell && !r.gone[f.Player] {
			r.count(Refused, f.Player, told.Reason, told.Action, turn, weight)
		}
	}
}

// seeIdle notes a character that did nothing though it could.
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

// freeToMove tells whether a character could have gone somewhere safe.
func (r *review) freeToMove(x int) bool {
	return slices.ContainsFunc(r.rules.ways(x)[1:], func(w way) bool { return r.ahead.safe(w.cell) })
}

// seeBombs tells of bombs that gained nothing.
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

// end tells what is known when the match is over.
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

// price is what the best player made of a turn of a character.
func (r *review) price() float64 {
	best := r.layout.price
	for p, turns := range r.lived {
		if turns > 0 && r.layout.price == 0 {
			best = max(best, float64(r.match.Score(p)+r.lost[p]-r.earned[p])/float64(turns))
		}
	}
	return best
}
