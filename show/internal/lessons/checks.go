package lessons

import (
	"fmt"

	"blastyard/internal/english"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// matches returns the lessons without their texts.
func matches() []*Lesson {
	return []*Lesson{
		{Turns: 10, Marks: []hexabomb.Coord{{Q: 2, R: -2}}, check: reaches(hexabomb.Coord{Q: 2, R: -2})},
		{Turns: 22, check: paints(15, false)},
		{Turns: 10, check: blasts(17)},
		{Turns: 7, check: chains,
			rivals: []rival{{"waiter", plan("b24 . . y+ z+")}}},
		{Turns: 25, check: survives,
			rivals: []rival{{"first", hunt(2)}, {"second", hunt(9)}, {"third", hunt(16)}}},
		{Turns: 16, Marks: []hexabomb.Coord{{Q: 4, R: -3}}, check: reaches(hexabomb.Coord{Q: 4, R: -3}),
			rivals: []rival{{"closer", plan("b42 x+ y+")}}},
		{Turns: 6, Marks: []hexabomb.Coord{{}}, check: takes(hexabomb.Coord{}),
			rivals: []rival{{"rival", plan("b44 . . y+ z+")}}},
		{Turns: 16, check: paints(15, true)},
	}
}

// check judges a match. words says what was reached, or what is missing.
type check func(h history) (words string, done bool)

func done(format string, args ...any) (string, bool)    { return fmt.Sprintf(format, args...), true }
func missing(format string, args ...any) (string, bool) { return fmt.Sprintf(format, args...), false }

// place formats a cell for the reader.
func place(c hexabomb.Coord) string { return fmt.Sprintf("(%d,%d)", c.Q, c.R) }

// at returns the cell of a character, dead or alive.
func (m moment) at(id int) hexabomb.Coord { return m.Board().Coord(m.Character(id).Cell) }

func (h history) last() moment { return h[len(h)-1] }

// died returns the turn in which a character that is dead at the end died, or 0 if it lives.
func (h history) died(id int) (turn int) {
	for i := len(h) - 1; i >= 0 && !h[i].Character(id).Alive; i-- {
		turn = i
	}
	return turn
}

// everDied returns the first turn in which a character died, or 0.
func (h history) everDied(id int) int {
	for i := range h {
		if !h[i].Character(id).Alive {
			return i
		}
	}
	return 0
}

// dropped returns the turns in which a player's only character dropped a bomb.
func (h history) dropped(player int) (turns []int) {
	for i := 1; i < len(h); i++ {
		before, after := h[i-1].Character(player), h[i].Character(player)
		if h[i].hasBomb(player, before.Cell) && !h[i-1].hasBomb(player, before.Cell) ||
			after.BombCount < before.BombCount { // the bomb may have exploded at once
			turns = append(turns, i)
		}
	}
	return turns
}

// hasBomb reports whether a cell has a bomb of a player.
func (m moment) hasBomb(player int, c hexabomb.Cell) bool {
	for i := range m.NumBombs() {
		if b := m.Bomb(i); b.Cell == c && b.Colour == hexabomb.ColourOf(player) {
			return true
		}
	}
	return false
}

// covered returns the cells that the blasts of a turn gave to a player.
func (m moment) covered(player int) (cells []hexabomb.Cell) {
	for i := range m.NumExplosions() {
		if c, colour := m.Explosion(i); colour == hexabomb.ColourOf(player) {
			cells = append(cells, c)
		}
	}
	return cells
}

// reaches checks that the student's character stands on a cell at the end.
func reaches(goal hexabomb.Coord) check {
	return func(h history) (string, bool) {
		end := h.last()
		turn, here := h.died(student), end.at(student)
		switch {
		case turn > 0 && end.Character(student).ReviveDelay > 0:
			return missing("Your character died in turn %d, too late to come back; "+
				"it should stand on the marked cell %s.", turn, place(goal))
		case turn > 0:
			return missing("Your character died in turn %d and is still dead. "+
				"It could come back from turn %d on, by revive.", turn, turn+4)
		case here == goal:
			return done("Your character stands on the marked cell %s.", place(goal))
		}
		for i := len(h) - 1; i > 0; i-- {
			if h[i].Character(student).Alive && h[i].at(student) == goal {
				return missing("Your character was on the marked cell %s in turn %d, and left it again: "+
					"it stands on %s.", place(goal), i, place(here))
			}
		}
		return missing("Your character stands on %s; it should stand on the marked cell %s.", place(here), place(goal))
	}
}

// paints checks that the student has so many cells at the end. withBombs says whether bombs are allowed.
func paints(want int, withBombs bool) check {
	return func(h history) (string, bool) {
		if turns := h.dropped(student); len(turns) > 0 && !withBombs {
			return missing("Your character dropped a bomb in turn %d; in this task it only walks.", turns[0])
		}
		got := h.last().CellCount(student)
		if got < want {
			return missing("You have %s; the task is %d.", english.Count(got, "cell"), want)
		}
		return done("You have %s.", english.Count(got, "cell"))
	}
}

// blasts checks that a blast of the student covers so many cells, and that its character lives.
func blasts(want int) check {
	return func(h history) (string, bool) {
		most := 0
		for _, now := range h {
			most = max(most, len(now.covered(student)))
		}
		switch died := h.died(student); {
		case len(h.dropped(student)) == 0:
			return missing("Your character has dropped no bomb.")
		case most == 0:
			return missing("Your bomb has not exploded: drop it earlier, or with a shorter delay.")
		case most < want:
			return missing("Your blast covered %s; the task is %d.", english.Count(most, "cell"), want)
		case died > 0:
			return missing("Your blast covered %d cells, but your character died in turn %d: it stood in a blast.",
				most, died)
		default:
			return done("Your blast covered %d cells, and your character is alive.", most)
		}
	}
}

// first is the player id of the first rival, and its character's id in lessons with one character for each player.
const first = 1

// exploded returns the turn in which the rival's first bomb exploded, and its remaining delay, or 0 if none exploded.
func (h history) exploded() (turn, left int) {
	for i := 1; i < len(h); i++ {
		for b := range h[i-1].NumBombs() {
			bomb := h[i-1].Bomb(b)
			if bomb.Colour == hexabomb.ColourOf(first) && !h[i].HasBomb(bomb.Cell) {
				return i, bomb.Delay - 1
			}
		}
	}
	return 0, 0
}

// chains checks that the student's bomb has set off that of the rival, that the rival's character is dead, and that
// the student's lives.
func chains(h history) (string, bool) {
	turn, left := h.exploded()
	own := h.died(student)
	switch {
	case left == 0 && len(h.dropped(student)) == 0:
		return missing("Your character has dropped no bomb, and B's bomb exploded in turn %d, when its delay was over.",
			turn)
	case left == 0:
		return missing("B's bomb exploded in turn %d, when its delay was over. Your blast should reach it earlier.",
			turn)
	case h.died(first) == 0:
		return missing("You have set off B's bomb in turn %d, but B0 got away.", turn)
	case own > 0:
		return missing("You have caught B0, but your character died in turn %d.", own)
	}
	return done("You have set off B's bomb in turn %d, and B0 died.", turn)
}

// survives checks that the student's character never dies.
func survives(h history) (string, bool) {
	turn := h.everDied(student)
	if turn == 0 {
		return done("Your character has survived.")
	}
	words := fmt.Sprintf("Your character died in turn %d, on %s.", turn, place(h[turn].at(student)))
	known := h.knownSince(turn, h[turn].Character(student).Cell)
	if known == turn {
		return missing("%s Nobody could foresee that.", words)
	}
	return missing("%s The blast there could be foreseen after turn %d.", words, known)
}

// knownSince returns the turn after which a blast on a cell could be foreseen.
func (h history) knownSince(turn int, c hexabomb.Cell) int {
	f := forecast.New(h[turn].Board())
	known := turn
	for known > 0 {
		if f.Look(h[known-1].State); !f.At(c, turn-known+1) {
			break
		}
		known--
	}
	return known
}

// takes checks that the student gets a cell by a blast in the turn in which the rival's bomb explodes, and that its
// character lives.
func takes(mark hexabomb.Coord) check {
	return func(h history) (string, bool) {
		turn, _ := h.exploded()
		now := h[turn]
		cell, _ := now.Board().CellAt(mark)
		colour, covered := hexabomb.Colour(0), false
		for i := range now.NumExplosions() {
			if c, by := now.Explosion(i); c == cell {
				colour, covered = by, true
			}
		}
		died := h.died(student)
		switch {
		case !covered:
			return missing("No blast covered the marked cell %s in turn %d, when B's bomb exploded.",
				place(mark), turn)
		case len(now.covered(student)) == 0:
			return missing("B's bomb exploded in turn %d, and none of yours with it. "+
				"The marked cell %s took B's colour.", turn, place(mark))
		case colour == 0:
			return missing("The marked cell %s became neutral in turn %d: your bomb and B's were equally near.",
				place(mark), turn)
		case colour != hexabomb.ColourOf(student):
			return missing("The marked cell %s took B's colour in turn %d: B's bomb was nearer, "+
				"or your blast did not reach the cell.", place(mark), turn)
		case died > 0:
			return missing("The marked cell %s took your colour, but your character died in turn %d.",
				place(mark), died)
		}
		return done("The marked cell %s took your colour in turn %d.", place(mark), turn)
	}
}
