package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"blastyard/viewer"
)

// compose draws the board with the form's marks on it, and below it what is asked.
func (p *playModel) compose(f *viewer.Frame, opt Options) (*canvas, point) {
	lines := p.lines(opt.Width)
	screen := newCanvas(opt.Width, opt.Height)
	opt.Height = max(0, opt.Height-len(lines))
	if p.form != nil {
		opt.Help = nil
	}
	picture, pan := compose(f, opt)
	if p.form != nil {
		th := newTheme(opt.Profile)
		l := arrange(f, opt, th)
		if moved := l.follow(f, p.form.piece().Cell); moved != (point{}) {
			opt.PanX, opt.PanY = pan.x+moved.x, pan.y+moved.y
			picture, pan = compose(f, opt)
			l = arrange(f, opt, th)
		}
		p.form.mark(picture, &l, f, th)
	}
	screen.paste(picture, (opt.Width-picture.width)/2, max(0, (opt.Height-picture.height)/2))
	for i, l := range lines {
		x := 0
		for _, piece := range l {
			x = screen.text(x, opt.Height+i, piece.text, piece.style)
		}
	}
	return screen, pan
}

// follow is by how much the camera must move to see a cell whole.
func (l *layout) follow(f *viewer.Frame, cell int) (moved point) {
	if cell < 0 || cell >= len(f.Cells) {
		return point{}
	}
	at := l.place(&f.Cells[cell])
	x, y := at.x-l.board.origin.x, at.y-l.board.origin.y
	inside := func(at, size, room int) int { return min(at, 0) + max(at+size-room, 0) }
	return point{inside(x, l.w, l.board.width), inside(y, l.h, l.board.height)}
}

// mark shows the piece whose turn it is, and around it the keys that move it.
func (form *playForm) mark(c *canvas, l *layout, f *viewer.Frame, th theme) {
	w, drop := l.w, l.h/2
	if l.outline {
		w, drop = 3, 0
	}
	write := func(cell int, text string, s style) {
		if cell < 0 || cell >= len(f.Cells) {
			return
		}
		at := l.place(&f.Cells[cell])
		x, y := at.x-l.board.origin.x, at.y-l.board.origin.y+drop
		if l.outline {
			x++
		}
		if x >= 0 && y >= 0 && x+w <= l.board.width && y < l.board.height {
			c.text(x+(w-ansi.StringWidth(text)+1)/2, y, text, s)
		}
	}
	light := style{fg: th.colour(inkTint), bg: th.colour(paperTint), bold: true}
	dark := style{fg: th.colour(paperTint), bg: th.colour(inkTint), bold: true}
	p := form.piece()
	keys, letters := hexagonKeys, "weadzx"
	if form.square {
		keys, letters = squareKeys, "wasd"
	}
	for _, key := range strings.Split(letters, "") {
		if choice := form.choices.Find(p.Token, keys[key]); form.settings == nil && choice != nil && choice.Refused == "" {
			write(choice.Cell, pad(pad(key, 1+min(w, 5)/2, true), min(w, 5), false), dark)
		}
	}
	for _, text := range []string{"›" + p.Label + "‹", p.Label + "‹", p.Label[:1] + "‹"} {
		if ansi.StringWidth(text) <= w {
			write(p.Cell, text, light)
			break
		}
	}
}

// lines are what stands below the board: what is set, what is asked, what was wrong, and the foot.
func (p *playModel) lines(width int) (lines []line) {
	if p.form != nil {
		lines = append(lines, p.form.summary(width), line{{text: fit(p.form.prompt(), width), style: style{bold: true}}})
		for _, l := range wrap(p.form.help(), width) {
			lines = append(lines, faint(l))
		}
	} else if !p.gone && !p.ended && len(p.frames) > 0 {
		lines = append(lines, plain(fit("waiting for the others", width)))
	}
	if p.notice != "" || p.form != nil { // its place is kept, so that the board stays where it is
		lines = append(lines, line{{text: fit(clean(p.notice), width), style: style{bold: true}}})
	}
	for _, l := range p.play.Foot {
		lines = append(lines, faint(fit(clean(l), width)))
	}
	return lines
}

// summary lists the pieces and what they are to do.
func (form *playForm) summary(width int) line {
	var l line
	room := width
	for i := range form.choices.Pieces {
		text := " " + form.choices.Pieces[i].Label + " " + form.wishText(i) + " "
		s := style{}
		if i == form.at {
			text, s.bold = "["+text[1:len(text)-1]+"]", true
		}
		if room -= ansi.StringWidth(text); room < 0 {
			break
		}
		l = append(l, label{text, s})
	}
	return l
}

var arrows = map[string]string{"x+": "→", "y+": "↗", "z+": "↖", "x-": "←", "y-": "↙", "z-": "↘"}

// wishText is what a piece is to do, in a word.
func (form *playForm) wishText(i int) string {
	w := &form.wishes[i]
	switch {
	case w.Do == viewer.DoBomb && w.Range > 0:
		return fmt.Sprintf("%s%d/%d", signBomb, w.Range, w.Delay)
	case w.Do != "" && arrows[w.Do] != "":
		return arrows[w.Do]
	case w.Do != "":
		return w.Do
	case slices.Contains(form.set, i):
		return "stays"
	case !form.open(i):
		return signDead
	}
	return "?"
}

// prompt says what is asked.
func (form *playForm) prompt() string {
	label := form.piece().Label
	switch c := form.settings; {
	case c != nil && form.setting.Range == 0:
		return fmt.Sprintf("%s: bomb: range, %d to %d: %s", label, c.Min, c.Max, form.number)
	case c != nil:
		return fmt.Sprintf("%s: bomb of range %d: delay, %d to %d: %s", label, form.setting.Range, c.Min, c.Max, form.number)
	case form.complete():
		return "all set: Enter sends, u takes the last one back"
	}
	return label + ": what to do?"
}

func (form *playForm) help() []string {
	switch {
	case form.settings != nil:
		return []string{"digits", "esc take back"}
	case form.square:
		return squareHelp
	}
	return hexagonHelp
}

// wrap puts parts into lines of at most so many columns.
func wrap(parts []string, width int) (lines []string) {
	now := ""
	for _, part := range parts {
		switch {
		case now == "":
			now = part
		case ansi.StringWidth(now)+2+ansi.StringWidth(part) <= width:
			now += "  " + part
		default:
			lines = append(lines, fit(now, width))
			now = part
		}
	}
	return append(lines, fit(strings.TrimSpace(now), width))
}
