package terminal

import (
	"fmt"
	"slices"
	"strconv"

	"blastyard/viewer"
)

// playForm is a hand that is being filled in, one piece after the other.
type playForm struct {
	hand   *viewer.Hand
	square bool          // of 2016-Bomberman: one piece, and its key sends at once
	wishes []viewer.Wish // by piece; without Do: nothing
	set    []int         // pieces that are set, in the order in which they were
	at     int           // the piece whose turn it is
	sure   bool          // Enter was pressed though not all are set

	setting  viewer.Wish    // a bomb that is being set
	settings *viewer.Choice // what it may be; nil: no bomb is being set
	number   string         // typed so far
}

// Keys for what can be done. Those for hexagons lie around the s of a keyboard as the cells lie around a character.
var (
	hexagonKeys = map[string]string{"w": "z+", "e": "y+", "a": "x-", "d": "x+", "z": "y-", "x": "z-", "b": viewer.DoBomb, "r": viewer.DoRevive,
		"left": "x-", "right": "x+", "home": "z+", "up": "z+", "pgup": "y+", "end": "y-", "pgdown": "z-", "down": "z-"}
	squareKeys = map[string]string{"w": "up", "a": "left", "s": "down", "d": "right", "z": viewer.DoBomb, "x": viewer.DoTrigger,
		"up": "up", "left": "left", "down": "down", "right": "right"}
)

var (
	hexagonHelp = []string{"w e a d z x move", "b bomb", "r revive", "space nothing", "tab next", "u undo", "Enter send", "q give up"}
	squareHelp  = []string{"w a s d move", "z bomb", "x trigger", "space nothing", "q give up"}
)

func newPlayForm(h *viewer.Hand, square bool) *playForm {
	f := &playForm{hand: h, square: square, wishes: make([]viewer.Wish, len(h.Pieces)), at: -1}
	for i := range h.Pieces {
		f.wishes[i].Token = h.Pieces[i].Token
	}
	f.next()
	return f
}

// piece is the one whose turn it is.
func (f *playForm) piece() *viewer.Piece { return &f.hand.Pieces[f.at] }

// open tells whether a piece has still to be set: those that can do nothing have not.
func (f *playForm) open(i int) bool {
	return !slices.Contains(f.set, i) && slices.ContainsFunc(f.hand.Pieces[i].Choices, func(c viewer.Choice) bool { return c.Refused == "" })
}

// complete tells whether all pieces are set.
func (f *playForm) complete() bool {
	for i := range f.hand.Pieces {
		if f.open(i) {
			return false
		}
	}
	return true
}

// next goes to the next piece that is to be set, if there is one.
func (f *playForm) next() {
	for n := 1; n <= len(f.hand.Pieces); n++ {
		if i := (f.at + n) % len(f.hand.Pieces); f.open(i) {
			f.at = i
			return
		}
	}
	f.at = max(f.at, 0)
}

// key does what a key asks for. done: the hand is to be sent. why: the key is refused, or what it depends on.
func (f *playForm) key(key string) (done bool, why string) {
	sure := f.sure
	f.sure = false
	if f.settings != nil {
		return false, f.setKey(key)
	}
	switch key {
	case "enter":
		if !f.complete() && !sure {
			f.sure = true
			return false, "not all are set: Enter again sends, and they do nothing"
		}
		return true, ""
	case "u", "backspace":
		return false, f.undo()
	case "tab":
		f.at = (f.at + 1) % len(f.hand.Pieces)
	case "shift+tab":
		f.at = (f.at + len(f.hand.Pieces) - 1) % len(f.hand.Pieces)
	case "space":
		f.settle(viewer.Wish{})
		return f.square, ""
	default:
		return f.choose(key)
	}
	return false, ""
}

func (f *playForm) choose(key string) (done bool, why string) {
	keys := hexagonKeys
	if f.square {
		keys = squareKeys
	}
	do, known := keys[key]
	if !known {
		return false, fmt.Sprintf("%s is no key here", fit(clean(key), 10))
	}
	c := f.hand.Find(f.piece().Token, do)
	switch {
	case c == nil:
		return false, do + " cannot be asked for"
	case c.Refused != "":
		return false, fmt.Sprintf("%s: %s: %s", f.piece().Label, do, c.Refused)
	case c.Max > 0:
		f.setting, f.settings, f.number = viewer.Wish{Do: do}, c, ""
		return false, ""
	}
	f.settle(viewer.Wish{Do: do})
	return f.square, c.Note
}

// setKey takes a key of a number: the range, then the delay.
func (f *playForm) setKey(key string) (why string) {
	c := f.settings
	switch {
	case key == "esc" || key == "u" || key == "backspace" && f.number == "":
		f.settings = nil
		return ""
	case key == "backspace":
		f.number = f.number[:len(f.number)-1]
		return ""
	case key != "enter" && (len(key) != 1 || key[0] < '0' || key[0] > '9'):
		return fmt.Sprintf("a number from %d to %d is expected; esc takes the bomb back", c.Min, c.Max)
	case key != "enter":
		f.number += key
	}
	n, err := strconv.Atoi(f.number)
	switch {
	case err != nil || n > c.Max || n < c.Min && (key == "enter" || 10*n > c.Max):
		f.number = ""
		return fmt.Sprintf("expected %d to %d", c.Min, c.Max)
	case key != "enter" && 10*n <= c.Max:
		return "" // more may come
	}
	f.number = ""
	if f.setting.Range == 0 {
		f.setting.Range = n
		return ""
	}
	f.setting.Delay, f.settings = n, nil
	f.settle(f.setting)
	return ""
}

// settle sets the piece and goes on to the next.
func (f *playForm) settle(w viewer.Wish) {
	w.Token = f.piece().Token
	f.wishes[f.at] = w
	f.set = append(slices.DeleteFunc(f.set, func(i int) bool { return i == f.at }), f.at)
	f.next()
}

// undo takes back the piece that was set last, and goes there.
func (f *playForm) undo() (why string) {
	if len(f.set) == 0 {
		return "nothing is set yet"
	}
	f.at = f.set[len(f.set)-1]
	f.unsend()
	return ""
}

// unsend takes back what was set last.
func (f *playForm) unsend() {
	if n := len(f.set); n > 0 {
		f.wishes[f.set[n-1]] = viewer.Wish{Token: f.wishes[f.set[n-1]].Token}
		f.set = f.set[:n-1]
	}
}

// chosen is the wishes of the pieces that are to do something.
func (f *playForm) chosen() []viewer.Wish {
	return slices.DeleteFunc(slices.Clone(f.wishes), func(w viewer.Wish) bool { return w.Do == "" })
}
