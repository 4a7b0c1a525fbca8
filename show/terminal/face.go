package terminal

import (
	"strconv"
	"strings"

	"blastyard/game/viewer"
)

// A label is a text in a cell.
type label struct {
	text string
	Style
}

// Signs, all one column wide.
const (
	SignBomb    = "●"
	signBlast   = "✶"
	signNeutral = "×" // a blast of several owners
	SignDead    = "†"
	signSpecial = "★"
)

var raised = [...]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}

// A painter knows the appearance of the cells in a picture.
type painter struct {
	theme
	grid
	legend  *viewer.Legend
	letters bool
}

// ground returns the background of a cell.
func (p *painter) ground(s *slot) tint {
	shade := shades - 1
	if p.fine {
		shade = p.shade(s.cell)
	}
	if s.blast != nil {
		return p.glow(s.blast.Owner, shade)
	}
	return p.territory(s.cell, shade)
}

func (p *painter) on(ground tint) Style {
	return Style{Fg: p.colour(inkOn(ground)), Bg: p.colour(ground)}
}

// chip returns the style of a living character. It contrasts with the background, which usually has its colour. On
// squares without an owner the character itself has its player's colour.
func (p *painter) chip(s *slot) Style {
	t := s.token
	if p.square && s.cell.Owner <= viewer.Neutral {
		ground := ownerTint(viewer.OwnerOf(t.Player))
		return Style{Fg: p.colour(inkOn(ground)), Bg: p.colour(ground), Bold: true}
	}
	style := Style{Fg: p.colour(paperTint), Bg: p.colour(inkTint), Bold: true}
	if t.Special {
		style.Fg, style.Bg = style.Bg, style.Fg
	}
	return style
}

// fuse returns the style of a bomb. A bomb that explodes next is highlighted.
func (p *painter) fuse(b *viewer.Bomb, ground tint) Style {
	s := p.on(ground)
	if p.square {
		s.Fg = p.colour(ownerTint(b.Owner))
	}
	if b.Timer <= 1 {
		s = Style{Fg: p.colour(paperTint), Bg: p.colour(alarmTint)}
	}
	s.Bold = true
	return s
}

// labels returns the texts in a cell with two or more lines of some columns: its characters and its bomb.
func (p *painter) labels(s *slot, columns int) []label {
	ground := p.ground(s)
	var found []label
	switch {
	case s.token != nil:
		found = append(found, label{tokenText(s.token, columns), p.chip(s)})
	case s.dead != nil:
		found = append(found, label{deadText(s.dead, columns), p.on(ground)})
	}
	if s.bomb != nil {
		text := bombText(s.bomb, columns)
		if mark := viewer.Mark(s.bomb.Owner.Player()); p.square && Columns(mark+text) <= columns {
			text = mark + text // where the ground does not say whose it is
		}
		found = append(found, label{text, p.fuse(s.bomb, ground)})
	}
	if len(found) > 0 {
		return found
	}
	style := p.on(ground)
	switch {
	case s.blast != nil:
		style.Bold = true
		return []label{{blastText(s.blast), style}}
	case s.cell.Wall == viewer.Brick:
		return []label{{"▒", style}}
	case s.cell.Item != viewer.NoItem:
		style.Bold = true
		return []label{{p.itemSign(s.cell.Item), style}}
	case p.letters && s.cell.Owner > viewer.Neutral:
		return []label{{ownerLetter(s.cell.Owner, columns), style}}
	}
	return nil
}

func blastText(e *viewer.Explosion) string {
	if e.Owner <= viewer.Neutral {
		return signNeutral
	}
	return signBlast
}

// itemSign returns the sign of an item.
func (p *painter) itemSign(i viewer.Item) string {
	if p.legend != nil && int(i) <= len(p.legend.Items) {
		return p.legend.Items[i-1].Sign
	}
	return "?"
}

// tokenText returns the mark and the id, with spaces around them if there is room: " A12 ".
func tokenText(t *viewer.Token, columns int) string {
	text := viewer.Mark(t.Player)
	if t.ID != viewer.OnlyToken && len(text)+len(strconv.Itoa(t.ID)) <= columns {
		text += strconv.Itoa(t.ID)
	}
	width := len(text)
	if t.Special && width < columns {
		text, width = signSpecial+text, width+1
	}
	switch {
	case width > columns:
		return "@"
	case width+2 <= columns:
		return " " + text + " "
	}
	return text
}

// deadText returns "†a7²" if character 7 of player A may revive in 2 turns, and "†a7" if it will not. With less room
// it returns "†a2" or "†a".
func deadText(t *viewer.Token, columns int) string {
	mark := strings.ToLower(viewer.Mark(t.Player))
	wait, high, id := "", "", ""
	if t.Revival >= 0 {
		wait = strconv.Itoa(t.Revival)
		high = wait
		for digit, sign := range raised {
			high = strings.ReplaceAll(high, strconv.Itoa(digit), sign)
		}
	}
	if t.ID != viewer.OnlyToken {
		id = strconv.Itoa(t.ID)
	}
	for _, text := range []string{mark + id + high, mark + wait, mark} {
		if Columns(text)+1 <= columns {
			return SignDead + text
		}
	}
	return SignDead
}

func bombText(b *viewer.Bomb, columns int) string {
	timer := strconv.Itoa(max(0, b.Timer))
	switch {
	case len(timer)+1 <= columns:
		return SignBomb + timer
	case len(timer) <= columns:
		return timer
	case columns == 1:
		return "+"
	}
	return SignBomb + "+"
}

func ownerLetter(o viewer.Owner, columns int) string {
	mark := strings.ToLower(viewer.Mark(o.Player()))
	if len(mark) > columns {
		return "#"
	}
	return mark
}

// compact returns the content of a cell of two columns: at most two labels, which together have two columns.
func (p *painter) compact(s *slot) []label {
	if !p.coloured {
		return []label{{text: strings.Repeat(" ", p.w/4)}, p.plain(s)}
	}
	ground := p.ground(s)
	on := p.on(ground)
	switch {
	case s.token != nil:
		return p.compactToken(s)
	case s.bomb != nil:
		return p.compactBomb(s.bomb, ground)
	case s.dead != nil:
		return []label{{deadCompact(s.dead), on}}
	case s.blast != nil:
		on.Bold = true
		return []label{{blastText(s.blast) + " ", on}}
	case s.cell.Wall == viewer.Brick:
		return []label{{"▒▒", on}}
	case s.cell.Item != viewer.NoItem:
		on.Bold = true
		return []label{{p.itemSign(s.cell.Item) + " ", on}}
	case p.letters && s.cell.Owner > viewer.Neutral:
		return []label{{Pad(ownerLetter(s.cell.Owner, 2), 2, false), on}}
	}
	return []label{{"  ", on}}
}

// compactBomb returns a bomb in two columns. On squares, where the ground does not say whose it is, its sign keeps the
// colour of its owner when it explodes next.
func (p *painter) compactBomb(b *viewer.Bomb, ground tint) []label {
	text, style := bombText(b, 2), p.fuse(b, ground)
	sign, timer, _ := strings.Cut(text, SignBomb)
	if !p.square || b.Timer > 1 || sign != "" {
		return []label{{text, style}}
	}
	owned := p.on(ground)
	owned.Fg, owned.Bold = p.colour(ownerTint(b.Owner)), true
	return []label{{SignBomb, owned}, {timer, style}}
}

func (p *painter) compactToken(s *slot) []label {
	mark, chip := viewer.Mark(s.token.Player), p.chip(s)
	if s.bomb != nil {
		return []label{{fitMark(mark, 1), chip}, {bombText(s.bomb, 1), p.fuse(s.bomb, ownerTint(s.cell.Owner))}}
	}
	if s.token.Special && len(mark) == 1 {
		return []label{{mark + signSpecial, chip}}
	}
	return []label{{Pad(fitMark(mark, 2), 2, false), chip}}
}

func fitMark(mark string, columns int) string {
	if Columns(mark) > columns {
		return "@"
	}
	return mark
}

// deadCompact returns "a²" with the turns until revival, or "a†".
func deadCompact(t *viewer.Token) string {
	mark := strings.ToLower(viewer.Mark(t.Player))
	switch {
	case len(mark) > 1:
		return SignDead + " "
	case t.Revival >= 0 && t.Revival < len(raised):
		return mark + raised[t.Revival]
	}
	return mark + SignDead
}

// plain returns the content of a cell without colour. It begins with the letter of the owner, in upper case if a
// character of the owner lives there. Wider cells also show the character's number.
func (p *painter) plain(s *slot) label {
	room := min(p.w, 3)
	letter := "·"
	if s.cell.Owner > viewer.Neutral {
		letter = ownerLetter(s.cell.Owner, room)
	}
	short := fitMark(letter, 1)
	switch {
	case s.token != nil:
		return label{p.plainToken(s, room), Style{Bold: true}}
	case s.bomb != nil && s.bomb.Timer > 9:
		letter = bombText(s.bomb, room)
	case s.bomb != nil:
		letter = short + bombText(s.bomb, room-1)
	case s.dead != nil:
		letter = deadCompact(s.dead)
	case s.blast != nil:
		letter = short + blastText(s.blast)
	case s.cell.Wall == viewer.Stone:
		letter = strings.Repeat("█", room)
	case s.cell.Wall == viewer.Brick:
		letter = strings.Repeat("▒", room)
	case s.cell.Item != viewer.NoItem:
		letter = p.itemSign(s.cell.Item)
	}
	return label{text: letter}
}

// plainToken returns the text of a living character. In two columns a number beside it is the timer of the bomb
// there.
func (p *painter) plainToken(s *slot, room int) string {
	mark := viewer.Mark(s.token.Player)
	switch {
	case s.bomb != nil:
		return fitMark(mark, 1) + bombText(s.bomb, room-1)
	case room > 2:
		return strings.TrimSpace(tokenText(s.token, room))
	case s.token.Special && len(mark) == 1:
		return mark + signSpecial
	}
	return fitMark(mark, room)
}
