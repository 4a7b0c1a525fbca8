package viewer

import (
	"encoding/json"
	"strconv"
	"strings"

	"blastyard/internal/english"
)

// A Legend says what the pictures of a game mean. The game gives it with each picture; pages, terminals and picture
// files show what it says and know no game. It stays the same during a match and must not be changed. A game without
// a Legend has the columns of its score.
type Legend struct {
	Columns []Column   `json:"columns,omitempty"` // of the standings, from left to right
	Figures []string   `json:"figures,omitempty"` // the names of Player.Figures, as in JSON
	Items   []ItemSign `json:"items,omitempty"`   // of the items, from 1
	Keys    []Key      `json:"keys,omitempty"`    // of a person who plays; moves in the order of the keyboard

	// AtOnce says that a person has one token, whose key sends the action.
	AtOnce bool `json:"atOnce,omitempty"`
	// Quiet says that turns in which nothing happens pass faster, unless the reader wants something else.
	Quiet bool `json:"quiet,omitempty"`
	// Bombs says that there may be bombs, so that a reader may ask which cells they cover.
	Bombs bool `json:"bombs,omitempty"`
	// Painted says that blasts paint cells, and that each cell is a point for its owner each turn. A blast without an
	// owner is then a tie; otherwise it is fire.
	Painted bool `json:"painted,omitempty"`
	// Stopped says that a blast ends at the first brick and at the first other bomb.
	Stopped bool `json:"stopped,omitempty"`
	// Fate says what happens to a token that dies outside a blast: "crashed", "crashes", "crash" (of several). Empty:
	// "died", "dies", "die".
	Fate [3]string `json:"fate,omitzero"`
}

// A Column is a property of the players in the standings. Its texts are patterns, in which {NAME} stands for a number
// of a player: score, cells, share, characters, living, bombs, or one of Legend.Figures. {NAME#word} is the number
// with a noun, {NAME^MOST} a number up to a limit, {NAME?YES|NO} a choice: YES if it is not 0. A share is in percent.
// A text about bombs that are not counted is empty, and so is a column without any text.
type Column struct {
	Title  string `json:"title"`
	Hint   string `json:"hint"`
	Text   string `json:"text"`
	Phrase string `json:"phrase,omitempty"` // the text where no title says what it is; empty: the title and the text
	Short  string `json:"short,omitempty"`  // the text in a terminal; empty: the text
	Extra  bool   `json:"extra,omitempty"`  // the last one where there is little room, and the first to be left out
}

// An ItemSign says what an item is.
type ItemSign struct {
	Name   string `json:"name"`             // what a player takes: "one more bomb"
	Hint   string `json:"hint"`             // on the board: "power-up: one more bomb"
	Icon   string `json:"icon"`             // bag, burst or star
	Sign   string `json:"sign,omitempty"`   // in a terminal: one character
	Points bool   `json:"points,omitempty"` // it is worth points
}

// A Key is a key of a person who plays, and what it means.
type Key struct {
	Key  string   `json:"key"`            // a letter
	Also []string `json:"also,omitempty"` // other keys of a terminal: up, left, home, …
	Do   string   `json:"do"`             // the name of a Choice
	Name string   `json:"name"`           // for a button: "Up left"
	Sign string   `json:"sign,omitempty"` // an arrow; empty: the name
	Verb string   `json:"verb"`           // after "cannot": "go up left"
	Move bool     `json:"move,omitempty"` // it moves the token
}

// Say returns a pattern of a Column for a player.
func (l *Legend) Say(pattern string, p *Player) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var form string
		form, pattern, _ = strings.Cut(rest, "}")
		end := strings.IndexAny(form, "#^?")
		if end < 0 {
			end = len(form)
		}
		name, form := form[:end], form[end:]
		n := l.number(name, p)
		if name == "bombs" && n == NoBombCount {
			return ""
		}
		b.WriteString(say(name, form, n, p))
	}
}

func say(name, form string, n int, p *Player) string {
	switch {
	case name == "share":
		return percent(p.Share)
	case strings.HasPrefix(form, "#"):
		return english.Count(n, form[1:])
	case strings.HasPrefix(form, "^"):
		if most, err := strconv.Atoi(form[1:]); err == nil && (n > most || n < 0) {
			return form[1:] + "+" // one that has overflowed is negative
		}
	case strings.HasPrefix(form, "?"):
		yes, no, _ := strings.Cut(form[1:], "|")
		if n != 0 {
			return yes
		}
		return no
	}
	return strconv.Itoa(n)
}

func percent(share float64) string {
	if !(share > 0) { // NaN too
		share = 0
	}
	return strconv.FormatFloat(100*share, 'f', 0, 64) + " %"
}

// number returns a number of a player by its name; 0 if there is none.
func (l *Legend) number(name string, p *Player) int {
	switch name {
	case "score":
		return p.Score
	case "cells":
		return p.Cells
	case "characters":
		return p.Characters
	case "living":
		return p.Living
	case "bombs":
		return p.Bombs
	}
	if l != nil {
		for i, figure := range l.Figures[:min(len(l.Figures), len(p.Figures))] {
			if figure == name {
				return p.Figures[i]
			}
		}
	}
	return 0
}

// item returns what an item is.
func (f *Frame) item(i Item) ItemSign {
	if f.Legend == nil || i == NoItem || int(i) > len(f.Legend.Items) {
		return ItemSign{Name: "an item"}
	}
	return f.Legend.Items[i-1]
}

// painted reports whether blasts paint cells in the colours of players.
func (f *Frame) painted() bool { return f.Legend != nil && f.Legend.Painted }

// fate returns what happens to a token that dies outside a blast.
func (f *Frame) fate(form int) string {
	if f.Legend != nil && f.Legend.Fate[form] != "" {
		return f.Legend.Fate[form]
	}
	return [...]string{"died", "dies", "die"}[form]
}

// append appends the field of a legend, unless there is none.
func (l *Legend) append(dst []byte) []byte {
	if l == nil {
		return dst
	}
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return append(append(dst, `,"legend":`...), text...)
}
