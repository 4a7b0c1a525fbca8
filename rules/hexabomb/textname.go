package hexabomb

import (
	"fmt"
	"strings"
)

// seat is the player that a letter of the text form names: an ordinary player of a map, whatever its id in the game.
type seat int

const (
	neutral     seat = -2 // the neutral colour
	specialSeat seat = -1
)

const letters = 'z' - 'a' + 1

// String is ".", "@", or the seat's letters: a to z, aa, ab, …
func (k seat) String() string {
	switch k {
	case neutral:
		return "."
	case specialSeat:
		return "@"
	}
	var text []byte
	for n := int(k); n >= 0; n = n/letters - 1 {
		text = append([]byte{'a' + byte(n%letters)}, text...)
	}
	return string(text)
}

// characterName names a character in the text form.
type characterName struct {
	seat
	number int // among those of the player
}

func (n characterName) String() string { return fmt.Sprintf("%v%d", n.seat, n.number) }

// seatOf returns the seat of a colour.
func (b *Board) seatOf(c Colour) seat {
	switch {
	case c == 0:
		return neutral
	case b.special > 0:
		return seat(c) - 2
	default:
		return seat(c) - 1
	}
}

// player returns the player id of a seat.
func (b *Board) player(k seat) int {
	if b.special > 0 {
		return int(k) + 1
	}
	return int(k)
}

func (b *Board) playerName(player int) string { return b.seatOf(ColourOf(player)).String() }

// names returns the names of all characters, by id.
func (b *Board) names() []characterName {
	list := make([]characterName, len(b.starts))
	for i := range list {
		first, _ := b.Characters(b.Owner(i))
		list[i] = characterName{b.seatOf(ColourOf(b.Owner(i))), i - first}
	}
	return list
}

// drawn is what a word says about its cell.
type drawn struct {
	colour seat
	living bool
	name   characterName // the living character there
	bodies []characterName
	bomb   bool
	bombOf seat
	delay  int
	reach  int
	blast  bool
	blasts seat // the colour of the blast
}

// parseWord parses a word completely.
func parseWord(text string) (d drawn, ok bool) {
	r := wordReader{text}
	if d.colour, ok = r.seat(); !ok {
		return d, false
	}
	if number, has := r.number(); has {
		d.living, d.name = true, characterName{d.colour, number}
		if d.colour == neutral {
			return d, false
		}
	}
	foreignBomb, foreignBlast := false, false
	for ok && r.rest != "" {
		switch sign := r.take(); {
		case sign == '+' && !d.bomb && !d.blast:
			var body characterName
			body, ok = r.name()
			d.bodies = append(d.bodies, body)
		case sign == '*' && !d.bomb && !d.blast:
			d.bomb = true
			d.bombOf, foreignBomb = r.seat()
			d.delay, d.reach, ok = r.bomb()
		case sign == '!' && !d.blast:
			d.blast = true
			d.blasts, foreignBlast = r.seat()
		case sign == '=' && d.living:
			d.colour, ok = r.seat()
			ok = ok && r.rest == ""
		default:
			ok = false
		}
	}
	if !foreignBomb {
		d.bombOf = d.colour
	}
	if !foreignBlast {
		d.blasts = d.colour
	}
	return d, ok && (!d.bomb || d.bombOf != neutral)
}

// wordReader reads the parts of a word.
type wordReader struct{ rest string }

func (r *wordReader) take() byte {
	c := r.rest[0]
	r.rest = r.rest[1:]
	return c
}

func (r *wordReader) seat() (seat, bool) {
	if r.rest != "" && (r.rest[0] == '.' || r.rest[0] == '@') {
		if r.take() == '.' {
			return neutral, true
		}
		return specialSeat, true
	}
	k := 0
	for r.rest != "" && 'a' <= r.rest[0] && r.rest[0] <= 'z' && k <= MaxCells {
		k = k*letters + int(r.take()-'a') + 1
	}
	return seat(k - 1), 0 < k && k <= MaxCells
}

func (r *wordReader) name() (characterName, bool) {
	k, isSeat := r.seat()
	n, isNumber := r.number()
	return characterName{k, n}, isSeat && isNumber && k != neutral
}

func (r *wordReader) digits() string {
	text := r.rest
	r.rest = strings.TrimLeft(r.rest, "0123456789")
	return text[:len(text)-len(r.rest)]
}

// number reads a number of at most MaxCells; has reports whether there is one.
func (r *wordReader) number() (n int, has bool) {
	text := r.digits()
	for _, c := range text {
		n = min(n*10+int(c-'0'), MaxCells)
	}
	return n, text != ""
}

// bomb reads a bomb's delay and range: two digits, or two numbers with a comma.
func (r *wordReader) bomb() (delay, reach int, ok bool) {
	text := r.digits()
	switch {
	case strings.HasPrefix(r.rest, ","):
		r.take()
		first := wordReader{text}
		delay, _ = first.number()
		reach, ok = r.number()
		return delay, reach, ok && text != ""
	case len(text) == 2:
		return int(text[0] - '0'), int(text[1] - '0'), true
	}
	return 0, 0, false
}
