// Package meaning helps tests to compare what renderings of a frame say: what a cell holds, as a text, for frames of
// games with and without bombs, on hexagons and on squares. One frame has one meaning: a rendering shows cells that
// hold the same in the same way, and cells that hold something else in another way.
package meaning

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/lightcycles"
	"blastyard/game/tinygame"
	"blastyard/game/viewer"
)

// A Match is some frames of a match of built-in bots.
type Match struct {
	Kind   *game.Kind
	Header *viewer.Header
	Frames []*viewer.Frame
}

// Matches returns a match of each of four games, by name: two of blastyard and two that only tests have, of which the
// last has no board.
func Matches(tb testing.TB) map[string]Match {
	tb.Helper()
	yard, err := games.Hexabomb().OpenMap("yard")
	if err != nil {
		tb.Fatal(err)
	}
	return map[string]Match{
		"hexabomb":    play(tb, games.Hexabomb(), game.Setup{Map: yard, Players: 4, Seed: 3}, 40),
		"bomberman":   play(tb, games.Bomberman(), game.Setup{Players: 4, Seed: 3}, 90),
		"lightcycles": play(tb, lightcycles.Kind(), game.Setup{Players: 4, Seed: 3}, 60),
		"race":        play(tb, tinygame.Kind(), game.Setup{Players: 3, Seed: 3}, 8),
	}
}

func play(tb testing.TB, k *game.Kind, s game.Setup, turns int) Match {
	tb.Helper()
	m, err := k.New(s)
	if err != nil {
		tb.Fatal(err)
	}
	var bots []game.Bot
	var seats []viewer.Seat
	var order []int
	for p := range s.Players {
		name := k.Usual[p%len(k.Usual)]
		b, err := m.Bot(name, p, uint64(p+1))
		if err != nil {
			tb.Fatal(err)
		}
		bots, order = append(bots, b), append(order, p)
		seats = append(seats, viewer.Seat{Name: fmt.Sprintf("%s %d", name, p), Connected: true, Micros: 1000 * p})
	}
	result := Match{Kind: k}
	for {
		f := &viewer.Frame{}
		m.Picture(f, turns, seats)
		if n := len(result.Frames); n > 0 {
			f.AddEvents(result.Frames[n-1])
		}
		result.Frames = append(result.Frames, f)
		if m.Over() || m.Turn() == turns {
			break
		}
		for _, b := range bots {
			b.Act(m)
		}
		m.Play(order, false)
	}
	result.Header = viewer.NewHeader(viewer.Header{Game: k.Name, Title: k.Title(s)}, result.Frames[0])
	return result
}

// Cells returns what each cell of a frame holds. An empty text is a cell about which nothing is said: it has more
// things than there is room for.
func Cells(f *viewer.Frame) []string {
	cells := make([]string, len(f.Cells))
	blasts, dead, things := map[int]bool{}, map[int]int{}, map[int]int{}
	for _, e := range f.Explosions {
		blasts[e.Cell] = true
		cells[e.Cell] = fmt.Sprintf("blast of %d", e.Owner)
	}
	for i, c := range f.Cells {
		if !blasts[i] { // which covers all below it
			cells[i] = fmt.Sprintf("owner %d wall %d item %d", c.Owner, c.Wall, c.Item)
		}
	}
	for i := range f.Tokens {
		t := &f.Tokens[i]
		if t.Cell == viewer.OffBoard {
			continue
		}
		if things[t.Cell]++; !t.Alive {
			dead[t.Cell]++
		}
		cells[t.Cell] += fmt.Sprintf(", %s alive %v until %d", f.Label(t), t.Alive, max(t.Revival, -1))
	}
	for _, b := range f.Bombs {
		things[b.Cell]++
		cells[b.Cell] += fmt.Sprintf(", bomb of %d due in %d", b.Owner, b.Timer)
	}
	for i := range cells {
		if things[i] > 1 {
			cells[i] = ""
		}
	}
	return cells
}

// A Book collects how a rendering shows what cells hold.
type Book struct {
	looks    map[string]string // by look: what the cell holds
	meanings map[string]bool
	unclear  []string
}

// Add says that a cell that holds something has a look. Where that is nothing, it does nothing.
func (b *Book) Add(holds, look string) {
	if holds == "" {
		return
	}
	if b.looks == nil {
		b.looks, b.meanings = map[string]string{}, map[string]bool{}
	}
	b.meanings[holds] = true
	if other, known := b.looks[look]; known && other != holds {
		b.unclear = append(b.unclear, fmt.Sprintf("%q looks like %q: %s", holds, other, look))
	}
	b.looks[look] = holds
}

// Check reports cells that hold different things and look alike, and whether a book has less than it must.
func (b *Book) Check(t *testing.T, least int) {
	t.Helper()
	for i, text := range b.unclear {
		if i == 5 {
			t.Errorf("and %d more", len(b.unclear)-i)
			break
		}
		t.Error(text)
	}
	if len(b.meanings) < least {
		t.Errorf("cells held %d different things, expected at least %d: %s", len(b.meanings), least,
			strings.Join(slices.Sorted(maps.Keys(b.meanings)), "; "))
	}
}

// Least is how many different things the cells of a match hold at least, by game.
var Least = map[string]int{"hexabomb": 60, "bomberman": 25, "lightcycles": 10}
