package tui

import (
	"fmt"
	"slices"
	"strconv"

	"blastyard/game/viewer"
	"blastyard/show/terminal"
)

// playForm is the set of choices that a person makes, one piece after the other.
type playForm struct {
	choices *viewer.Choices
	keys    playKeys
	wishes  []viewer.Wish // by piece; without Do: nothing
	set     []int         // pieces that are set, in this order
	at      int           // the current piece
	sure    bool          // Enter was pressed although not all pieces are set

	setting  viewer.Wish    // a bomb that is being set
	settings *viewer.Choice // its possible settings; nil: no bomb is being set
	number   string         // the digits so far
}

func newPlayForm(h *viewer.Choices, legend *viewer.Legend) *playForm {
	form := &playForm{choices: h, keys: keysOf(legend, h), wishes: make([]viewer.Wish, len(h.Pieces)), at: -1}
	for i := range h.Pieces {
		form.wishes[i].Token = h.Pieces[i].Token
	}
	form.next()
	return form
}

// piece returns the current piece.
func (form *playForm) piece() *viewer.Piece { return &form.choices.Pieces[form.at] }

// open reports whether a piece is not set yet. Pieces that can do nothing are not open.
func (form *playForm) open(i int) bool {
	possible := func(c viewer.Choice) bool { return c.Refused == "" }
	return !slices.Contains(form.set, i) && slices.ContainsFunc(form.choices.Pieces[i].Choices, possible)
}

// complete reports whether all pieces are set.
func (form *playForm) complete() bool {
	for i := range form.choices.Pieces {
		if form.open(i) {
			return false
		}
	}
	return true
}

// next moves to the next open piece, if there is one.
func (form *playForm) next() {
	for n := 1; n <= len(form.choices.Pieces); n++ {
		if i := (form.at + n) % len(form.choices.Pieces); form.open(i) {
			form.at = i
			return
		}
	}
	form.at = max(form.at, 0)
}

// key handles a key. done says that the form should be sent. why says why the key is refused.
func (form *playForm) key(key string) (done bool, why string) {
	sure := form.sure
	form.sure = false
	if form.settings != nil {
		return false, form.setKey(key)
	}
	switch key {
	case "enter":
		if !form.complete() && !sure {
			form.sure = true
			return false, "not all are set: Enter again sends, and they do nothing"
		}
		return true, ""
	case "u", "backspace":
		return false, form.undo()
	case "tab":
		form.at = (form.at + 1) % len(form.choices.Pieces)
	case "shift+tab":
		form.at = (form.at + len(form.choices.Pieces) - 1) % len(form.choices.Pieces)
	case "space":
		form.settle(viewer.Wish{})
		return form.keys.atOnce, ""
	default:
		return form.choose(key)
	}
	return false, ""
}

func (form *playForm) choose(key string) (done bool, why string) {
	pressed := form.keys.pressed(key)
	if pressed == nil {
		return false, fmt.Sprintf("%s is no key here", terminal.Fit(terminal.Plain(key), 10))
	}
	do := pressed.Do
	c := form.choices.Find(form.piece().Token, do)
	switch {
	case c == nil:
		return false, form.piece().Label + " cannot " + pressed.Verb
	case c.Refused != "":
		return false, fmt.Sprintf("%s cannot %s: %s", form.piece().Label, pressed.Verb, c.Refused)
	case c.Max > 0:
		form.setting, form.settings, form.number = viewer.Wish{Do: do}, c, ""
		return false, ""
	case len(c.Places) > 0:
		form.settle(viewer.Wish{Do: do, Cell: form.nextPlace(c)})
		return false, key + " again takes another cell"
	}
	form.settle(viewer.Wish{Do: do})
	return form.keys.atOnce, c.Note
}

// nextPlace returns the next place of a choice that has several. It begins with the piece's own cell, if that is a
// place, or with the first place.
func (form *playForm) nextPlace(c *viewer.Choice) int {
	at := slices.Index(c.Places, c.Cell)
	if w := &form.wishes[form.at]; w.Do == c.Do {
		at = (slices.Index(c.Places, w.Cell) + 1) % len(c.Places)
	}
	return c.Places[max(at, 0)]
}

// setKey handles a digit: first of the range, then of the delay.
func (form *playForm) setKey(key string) (why string) {
	c := form.settings
	switch {
	case key == "esc" || key == "u" || key == "backspace" && form.number == "":
		form.settings = nil
		return ""
	case key == "backspace":
		form.number = form.number[:len(form.number)-1]
		return ""
	case key != "enter" && (len(key) != 1 || key[0] < '0' || key[0] > '9'):
		return fmt.Sprintf("a number from %d to %d is expected; esc takes the bomb back", c.Min, c.Max)
	case key != "enter":
		form.number += key
	}
	n, err := strconv.Atoi(form.number)
	switch {
	case err != nil || n > c.Max || n < c.Min && (key == "enter" || 10*n > c.Max):
		form.number = ""
		return fmt.Sprintf("expected %d to %d", c.Min, c.Max)
	case key != "enter" && 10*n <= c.Max:
		return "" // another digit may follow
	}
	form.number = ""
	if form.setting.Range == 0 {
		form.setting.Range = n
		return ""
	}
	form.setting.Delay, form.settings = n, nil
	form.settle(form.setting)
	return ""
}

// settle sets the piece and moves to the next.
func (form *playForm) settle(w viewer.Wish) {
	w.Token = form.piece().Token
	form.wishes[form.at] = w
	form.set = append(slices.DeleteFunc(form.set, func(i int) bool { return i == form.at }), form.at)
	form.next()
}

// undo unsets the piece that was set last, and moves to it.
func (form *playForm) undo() (why string) {
	if len(form.set) == 0 {
		return "nothing is set yet"
	}
	form.at = form.set[len(form.set)-1]
	form.unsend()
	return ""
}

// unsend unsets the last piece after a failed answer.
func (form *playForm) unsend() {
	if n := len(form.set); n > 0 {
		form.wishes[form.set[n-1]] = viewer.Wish{Token: form.wishes[form.set[n-1]].Token}
		form.set = form.set[:n-1]
	}
}

// chosen returns the wishes of the pieces that should do something.
func (form *playForm) chosen() []viewer.Wish {
	return slices.DeleteFunc(slices.Clone(form.wishes), func(w viewer.Wish) bool { return w.Do == "" })
}
