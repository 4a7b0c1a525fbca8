package viewer

import (
	"cmp"
	"fmt"
	"slices"

	"blastyard/hexabomb"
)

// Choices is what a person may ask for in the coming turn.
type Choices struct {
	Player int     `json:"player"`
	Turn   int     `json:"turn"`   // of the frame that it was made from
	Pieces []Piece `json:"pieces"` // the player's tokens, by id
}

// A Piece is one token of Choices.
type Piece struct {
	Token   int      `json:"token"` // index in the frame's Tokens
	Label   string   `json:"label"` // as the log names it
	Cell    int      `json:"cell"`  // where it is
	Choices []Choice `json:"choices"`
}

// A Choice is something that a token can be asked to do. Not to ask it for anything is always possible.
type Choice struct {
	Do      string `json:"do"`      // x+, y+, …, bomb, revive; in 2016-Bomberman up, left, right, down, bomb, trigger
	Cell    int    `json:"cell"`    // where it leads, or where it happens; OffBoard for nowhere
	Min     int    `json:"min"`     // smallest range and delay that may be set, where they can be
	Max     int    `json:"max"`     // largest; 0: nothing can be set
	Refused string `json:"refused"` // why it cannot be; empty: it can
	Note    string `json:"note"`    // what it depends on; or empty
}

// A Wish is what a token is asked to do.
type Wish struct {
	Token int    `json:"token"`
	Do    string `json:"do"`
	Range int    `json:"range,omitempty"` // of a bomb, where it can be set
	Delay int    `json:"delay,omitempty"`
}

// What can be done beside moving.
const (
	DoBomb    = "bomb"
	DoRevive  = "revive"
	DoTrigger = "trigger"
)

// steps are the moves of each shape, by name.
var steps = map[Shape][]struct {
	do   string
	x, y int
}{
	Hexagon: {{"x+", +1, 0}, {"y+", +1, -1}, {"z+", 0, -1}, {"x-", -1, 0}, {"y-", -1, +1}, {"z-", 0, +1}},
	Square:  {{"up", 0, -1}, {"left", -1, 0}, {"right", +1, 0}, {"down", 0, +1}},
}

// ChoicesOf is what a player may ask for after the turn that f shows: of a board of hexagons in hexabomb, of squares in
// 2016-Bomberman. It refuses only what the rules are sure to refuse, whatever the others do.
func ChoicesOf(f *Frame, player int) Choices {
	all := Choices{Player: player, Turn: f.Turn, Pieces: []Piece{}}
	b := newChoiceBoard(f)
	for i := range f.Tokens {
		t := &f.Tokens[i]
		if t.Player != player {
			continue
		}
		p := Piece{Token: i, Label: f.Label(t), Cell: t.Cell}
		if f.Shape == Square {
			p.Choices = b.bombermanChoices(t)
		} else {
			p.Choices = b.hexabombChoices(t)
		}
		all.Pieces = append(all.Pieces, p)
	}
	return all
}

// Idle tells whether nothing can be asked for.
func (all *Choices) Idle() bool {
	for i := range all.Pieces {
		for j := range all.Pieces[i].Choices {
			if all.Pieces[i].Choices[j].Refused == "" {
				return false
			}
		}
	}
	return true
}

// Find is what a token can be asked to do under a name; nil if there is no such thing.
func (all *Choices) Find(token int, do string) *Choice {
	for i := range all.Pieces {
		if all.Pieces[i].Token == token {
			choices := all.Pieces[i].Choices
			if j := slices.IndexFunc(choices, func(c Choice) bool { return c.Do == do }); j >= 0 {
				return &choices[j]
			}
		}
	}
	return nil
}

// Check tells what is wrong with wishes: the first one that cannot be, and why.
func (all *Choices) Check(wishes []Wish) error {
	asked := map[int]bool{}
	for _, w := range wishes {
		c := all.Find(w.Token, w.Do)
		why := ""
		switch {
		case !slices.ContainsFunc(all.Pieces, func(p Piece) bool { return p.Token == w.Token }):
			why = "the token is not yours"
		case c == nil:
			why = "there is no such action"
		case asked[w.Token]:
			why = hexabomb.Repeated.String()
		case c.Refused != "":
			why = c.Refused
		case c.Max > 0 && (min(w.Range, w.Delay) < c.Min || max(w.Range, w.Delay) > c.Max):
			why = fmt.Sprintf("range is %d and delay %d, expected %d to %d each", w.Range, w.Delay, c.Min, c.Max)
		}
		if why != "" {
			return fmt.Errorf("token %d: %.20q: %s", w.Token, w.Do, why)
		}
		asked[w.Token] = true
	}
	return nil
}

// choiceBoard is a frame with its cells by place.
type choiceBoard struct {
	*Frame
	cells       map[Place]int
	suddenDeath bool
}

func newChoiceBoard(f *Frame) *choiceBoard {
	b := &choiceBoard{Frame: f, cells: make(map[Place]int, len(f.Cells))}
	for i, c := range f.Cells {
		b.cells[Place{c.X, c.Y}] = i
	}
	b.suddenDeath = slices.ContainsFunc(f.Players, func(p Player) bool { return p.Special })
	return b
}

// moves are the steps of a token; dead tells why there are none, or is empty.
func (b *choiceBoard) moves(t *Token, dead string) (choices []Choice) {
	for _, s := range steps[b.Shape] {
		c := Choice{Do: s.do, Cell: OffBoard, Refused: dead}
		if t.Cell >= 0 {
			from := b.Cells[t.Cell]
			if to, ok := b.cells[Place{from.X + s.x, from.Y + s.y}]; ok {
				c.Cell = to
			}
		}
		switch {
		case dead != "":
		case c.Cell == OffBoard:
			c.Refused = hexabomb.NoCellThere.String()
		case b.Cells[c.Cell].Wall != Open:
			c.Refused = "there is a wall"
		case b.bombAt(c.Cell) != nil:
			c.Refused = "a bomb is there"
		default:
			c.Note = b.inTheWay(t, c.Cell)
		}
		choices = append(choices, c)
	}
	return choices
}

func (b *choiceBoard) bombAt(cell int) *Bomb {
	if i := slices.IndexFunc(b.Bombs, func(x Bomb) bool { return x.Cell == cell }); i >= 0 {
		return &b.Bombs[i]
	}
	return nil
}

// inTheWay says which character has to leave a cell first.
func (b *choiceBoard) inTheWay(t *Token, cell int) string {
	for i := range b.Tokens {
		if o := &b.Tokens[i]; o != t && o.Alive && o.Cell == cell && (o.Player != t.Player || o.ID != t.ID) {
			return "only if " + b.Label(o) + " leaves"
		}
	}
	return ""
}

func (b *choiceBoard) hexabombChoices(t *Token) []Choice {
	dead := ""
	if !t.Alive {
		dead = hexabomb.Dead.String()
	}
	bomb := Choice{Do: DoBomb, Cell: t.Cell, Min: hexabomb.MinBomb, Max: hexabomb.MaxBomb, Refused: dead}
	if t.Special {
		bomb.Max = hexabomb.MaxSpecialBomb
	}
	switch {
	case dead != "":
	case t.Bombs < 1:
		bomb.Refused = hexabomb.NoBombReady.String()
	case b.bombAt(t.Cell) != nil:
		bomb.Refused = hexabomb.BombHere.String()
	}
	revive := Choice{Do: DoRevive, Cell: t.Cell}
	switch {
	case b.suddenDeath:
		revive.Refused = hexabomb.NoSecondLife.String()
	case t.Alive:
		revive.Refused = hexabomb.Alive.String()
	case t.Revival > 0:
		revive.Refused = hexabomb.TooEarly.String()
	case b.bombAt(t.Cell) != nil:
		revive.Refused = hexabomb.Occupied.String()
	default:
		revive.Note = b.inTheWay(t, t.Cell)
	}
	return append(b.moves(t, dead), bomb, revive)
}

func (b *choiceBoard) bombermanChoices(t *Token) []Choice {
	bomb := Choice{Do: DoBomb, Cell: t.Cell}
	trigger := Choice{Do: DoTrigger, Cell: OffBoard}
	dead := ""
	if !t.Alive {
		dead = "you are dead"
		bomb.Refused, trigger.Refused = dead, dead
		return append(b.moves(t, dead), bomb, trigger)
	}
	switch {
	case b.bombAt(t.Cell) != nil:
		bomb.Refused = hexabomb.BombHere.String()
	case t.Bombs < 1:
		bomb.Refused = "your bag is empty"
	}
	if next := b.nextBomb(OwnerOf(t.Player)); next != nil {
		trigger.Cell = next.Cell
	} else {
		trigger.Refused = "no bomb of yours waits"
	}
	return append(b.moves(t, dead), bomb, trigger)
}

// nextBomb is the bomb that a trigger of 2016-Bomberman sets off; those with timer 1 explode by themselves before.
func (b *choiceBoard) nextBomb(o Owner) (next *Bomb) {
	for i := range b.Bombs {
		x := &b.Bombs[i]
		if x.Owner != o || x.Timer <= 1 {
			continue
		}
		if next == nil || cmp.Or(cmp.Compare(x.Timer, next.Timer), cmp.Compare(x.Cell, next.Cell)) < 0 {
			next = x
		}
	}
	return next
}
