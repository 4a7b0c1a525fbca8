package explain

import (
	"fmt"

	"blastyard/internal/english"
	"blastyard/rules/blast"
)

// seeDeaths adds lessons about the characters that died in this turn.
func (r *review) seeDeaths(turn int) {
	own := make([][]int, len(r.gone)) // by player: killed only by its own bombs
	for x, p := range r.layout.owners {
		is := r.rules.is(x)
		if r.gone[p] || !r.rules.was(x).alive || is.alive {
			continue
		}
		r.lost[p] += r.layout.penalty
		if r.rules.bombs().OnlyOf(p, is.cell) {
			own[p] = append(own[p], x)
		} else {
			r.tellBlast(x, turn)
		}
	}
	for p, dead := range own {
		if len(dead) > 0 {
			r.tellOwn(p, dead, turn)
		}
	}
}

// known returns the bomb that killed a character in this turn, and the one that began the chain. They are nil unless
// the whole chain was known when there was an escape.
func (r *review) known(x, turn int) (nearest, first *blast.Bomb) {
	e, cell := r.missed[x], r.rules.is(x).cell
	if e == nil || !e.knew(cell, turn) {
		return nil, nil
	}
	return r.rules.bombs().Killer(cell, e.turn)
}

// tellBlast adds a lesson about a death in blasts that were not all of the player's own bombs.
func (r *review) tellBlast(x, turn int) {
	p, name := r.layout.owners[x], r.layout.names[x]
	turns, points := r.rules.deathCost(p, r.turns-turn)
	if killer, first := r.known(x, turn); killer != nil {
		e := r.missed[x]
		text := e.tell(name, r.bombText(killer, first), turn)
		r.add(Lesson{Turn: e.turn, Player: p, Kind: Blast, Text: text, escape: e, dead: 1}, turns, points)
		return
	}
	killer, first, known := r.rules.bombs().Known(r.rules.is(x).cell, turn)
	if killer == nil {
		return // the rules kill only by blasts
	}
	text := fmt.Sprintf("%s died in a blast that was known for %s (%s); %s", name, countTurns(known),
		r.bombText(killer, first), wayOut(r.safeIn[x]))
	if known == 0 {
		text = fmt.Sprintf("%s died in a blast that nobody could know (%s): a bomb of the same turn was part of it",
			name, r.bombText(killer, first))
	}
	r.add(Lesson{Turn: turn, Player: p, Kind: Death, Text: text, dead: 1}, turns, points)
}

// tellOwn adds a lesson about characters that only bombs of their own player killed.
func (r *review) tellOwn(p int, dead []int, turn int) {
	var names []string
	var way *escape
	safe := 0
	for _, x := range dead {
		names = append(names, r.layout.names[x])
		safe = max(safe, r.safeIn[x])
		if known, _ := r.known(x, turn); known != nil && way == nil {
			way = r.missed[x]
		}
	}
	whose := r.mark(p) + "'s"
	if r.layout.single {
		whose = "its"
	}
	end := "; " + wayOut(safe)
	if way != nil {
		end = way.could(r.layout.names[way.character])
	}
	killer, first := r.rules.bombs().Killer(r.rules.is(dead[0]).cell, turn+1)
	turns, points := r.rules.deathCost(p, r.turns-turn)
	n := float64(len(dead))
	text := fmt.Sprintf("%s died in the blast of %s own bomb (%s)%s", english.And(names), whose,
		r.bombText(killer, first), end)
	r.add(Lesson{Turn: turn, Player: p, Kind: OwnBomb, Text: text, escape: way, dead: len(dead)}, n*turns, n*points)
}

// bombText says whose bomb it was, where it was, and what set it off.
func (r *review) bombText(killer, first *blast.Bomb) string {
	text := r.mark(killer.Player) + "'s bomb"
	if killer.Placed > 0 {
		text += fmt.Sprintf(" of turn %d", killer.Placed)
	}
	text += " at " + r.layout.at(killer.Cell)
	if killer.Triggered > 0 {
		text += fmt.Sprintf(", triggered in turn %d", killer.Triggered)
	}
	if first != killer {
		text += ", set off by " + r.mark(first.Player) + "'s at " + r.layout.at(first.Cell)
	}
	return text
}

// at formats a position.
func (b *layout) at(cell int) string {
	return fmt.Sprintf("(%d,%d)", b.places[cell][0], b.places[cell][1])
}

// wayOut says when the last way out existed. Turn 0 means that there never was one.
func wayOut(turn int) string {
	if turn == 0 {
		return "there was no way out"
	}
	return fmt.Sprintf("the last way out was in turn %d", turn)
}
