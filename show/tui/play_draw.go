package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"blastyard/game/viewer"
	"blastyard/show/terminal"
)

// compose draws the board with the form's marks, and the question below it.
func (p *playModel) compose(f *viewer.Frame, opt terminal.Options) (screen *terminal.Picture, panX, panY int) {
	lines := p.lines(opt.Width)
	screen = terminal.NewPicture(opt.Width, opt.Height)
	opt.Height = max(0, opt.Height-len(lines))
	if p.form != nil {
		opt.Help = nil
	}
	picture, board := terminal.Compose(f, opt)
	if p.form != nil {
		if x, y := board.Outside(p.form.piece().Cell); x != 0 || y != 0 {
			opt.PanX, opt.PanY = board.PanX+x, board.PanY+y
			picture, board = terminal.Compose(f, opt)
		}
		p.form.markBlast(board, f)
		p.form.mark(board)
	}
	width, height := picture.Size()
	screen.Paste(picture, (opt.Width-width)/2, max(0, (opt.Height-height)/2))
	for i, l := range lines {
		x := 0
		for _, part := range l {
			x = screen.Text(x, opt.Height+i, part.text, part.style)
		}
	}
	return screen, board.PanX, board.PanY
}

// mark marks the current piece, and the keys that move it on the cells around it.
func (form *playForm) mark(board *terminal.Board) {
	p := form.piece()
	width := min(board.Room(), 5)
	for _, k := range form.keys.keys {
		if choice := form.choices.Find(p.Token, k.Do); k.Move && form.settings == nil && choice != nil &&
			choice.Refused == "" {
			board.Mark(choice.Cell, terminal.Pad(terminal.Pad(k.Key, (width+1)/2, true), width, false), false)
		}
	}
	if w := &form.wishes[form.at]; w.Do != "" && w.Cell != p.Cell {
		if c := form.choices.Find(p.Token, w.Do); c != nil && len(c.Places) > 0 {
			board.Mark(w.Cell, "+", true)
		}
	}
	for _, text := range []string{"›" + p.Label + "‹", p.Label + "‹", p.Label[:1] + "‹"} {
		if ansi.StringWidth(text) <= board.Room() {
			board.Mark(p.Cell, text, true)
			break
		}
	}
}

// A line below the board is a sequence of texts.
type line []styled

type styled struct {
	text  string
	style terminal.Style
}

func plain(text string) line { return line{{text: text}} }
func bold(text string) line  { return line{{text, terminal.Style{Bold: true}}} }
func faint(text string) line { return line{{text, terminal.Style{Faint: true}}} }

// lines returns the lines below the board: what is set, the question, the error, and the foot.
func (p *playModel) lines(width int) (lines []line) {
	if p.form != nil {
		lines = append(lines, p.form.summary(width), bold(terminal.Fit(p.form.prompt(), width)))
		for _, l := range wrap(p.form.help(), width) {
			lines = append(lines, faint(l))
		}
	} else if !p.gone && !p.ended && len(p.frames) > 0 {
		lines = append(lines, plain(terminal.Fit(terminal.Plain(p.waits()), width)))
	}
	if p.notice != "" || p.form != nil { // always reserve the line, so that the board does not move
		lines = append(lines, bold(terminal.Fit(terminal.Plain(p.notice), width)))
	}
	for _, l := range p.play.Foot {
		lines = append(lines, faint(terminal.Fit(terminal.Plain(l), width)))
	}
	return lines
}

// waits says for whom the match waits.
func (p *playModel) waits() string {
	if p.play.Absent != nil {
		if names := p.play.Absent(); len(names) > 0 {
			return "waiting for " + strings.Join(names, ", ") + " to open the address below"
		}
	}
	return "waiting for the others"
}

// summary lists the pieces and their wishes.
func (form *playForm) summary(width int) line {
	var l line
	room := width
	for i := range form.choices.Pieces {
		text := " " + form.choices.Pieces[i].Label + " " + form.wishText(i) + " "
		s := terminal.Style{}
		if i == form.at {
			text, s.Bold = "["+text[1:len(text)-1]+"]", true
		}
		if room -= ansi.StringWidth(text); room < 0 {
			break
		}
		l = append(l, styled{text, s})
	}
	return l
}

// wishText describes the wish of a piece in a word.
func (form *playForm) wishText(i int) string {
	w := &form.wishes[i]
	switch {
	case w.Do == viewer.DoBomb && w.Range > 0:
		return fmt.Sprintf("%s%d/%d", terminal.SignBomb, w.Range, w.Delay)
	case w.Do != "":
		return form.keys.sign(w.Do)
	case slices.Contains(form.set, i):
		return "stays"
	case !form.open(i):
		return terminal.SignDead
	}
	return "?"
}

// prompt returns the question.
func (form *playForm) prompt() string {
	label := form.piece().Label
	switch c := form.settings; {
	case c != nil && form.setting.Range == 0:
		return fmt.Sprintf("%s: bomb: range, %d to %d: %s", label, c.Min, c.Max, form.number)
	case c != nil:
		return fmt.Sprintf("%s: bomb of range %d, %s: delay, %d to %d: %s", label, form.setting.Range,
			blastText(c, form.setting.Range), c.Min, c.Max, form.number)
	case form.complete():
		return "all set: Enter sends, u takes the last one back"
	}
	if c := form.choices.Find(form.piece().Token, viewer.DoBomb); form.keys.atOnce && c != nil && c.Blast != nil {
		return fmt.Sprintf("%s: what to do? A bomb here explodes in turn %d, %s", label, blastTurn(c),
			blastText(c, 0))
	}
	return label + ": what to do?"
}

func (form *playForm) help() []string {
	if form.settings != nil {
		return []string{"digits", "esc take back"}
	}
	return form.keys.help()
}

// wrap joins parts to lines of at most width columns.
func wrap(parts []string, width int) (lines []string) {
	now := ""
	for _, part := range parts {
		switch {
		case now == "":
			now = part
		case ansi.StringWidth(now)+2+ansi.StringWidth(part) <= width:
			now += "  " + part
		default:
			lines = append(lines, terminal.Fit(now, width))
			now = part
		}
	}
	return append(lines, terminal.Fit(strings.TrimSpace(now), width))
}
