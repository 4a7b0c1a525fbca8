package tui

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
	"blastyard/internal/errortext"
)

// PlayOptions says how a person plays.
type PlayOptions struct {
	WatchOptions // with a Pace of 0 the events of a turn are shown quickly before the person's turn

	// Answer sends the choices for the turn after a frame to the match. An error is shown: it says what is
	// impossible, or that the match went on.
	Answer func(turn int, wishes []viewer.Wish) error
	// GiveUp tells the match that the person has left the seat.
	GiveUp func()
	// Absent returns the names of other persons for whom the match waits. It may be nil.
	Absent func() []string

	Foot []string // lines at the bottom of the screen
}

// playPace is how long a frame is shown before the next one, or before the person's turn.
const playPace = 250 * time.Millisecond

// Play is Watch for a person who plays. Each Choices from asks is a turn to be answered, after the frame from which
// it was made was shown. The keys are shown.
func Play(ctx context.Context, in <-chan viewer.Frame, asks <-chan viewer.Choices, opt PlayOptions) error {
	opt.fill()
	opt.Pace = cmp.Or(opt.Pace, playPace)
	m := newPlayModel(opt, colorprofile.Detect(opt.Out, opt.Env))
	return runAs(ctx, opt.WatchOptions, m.model, m,
		func(ctx context.Context, send func(tea.Msg)) { pump(ctx, in, send) },
		func(ctx context.Context, send func(tea.Msg)) { pumpAsks(ctx, asks, send) })
}

// pumpAsks passes the questions of the match to the program.
func pumpAsks(ctx context.Context, asks <-chan viewer.Choices, send func(tea.Msg)) {
	for {
		select {
		case <-ctx.Done():
			return
		case choices := <-asks:
			send(askMsg{choices})
		}
	}
}

type askMsg struct{ choices viewer.Choices }

// playModel is the model with a form above it while the person is asked.
type playModel struct {
	*model
	play PlayOptions

	choices *viewer.Choices // the current question; nil: none
	form    *playForm       // nil: the frame of the choices was not shown yet
	notice  string          // the error of the last key, or the result of the last turn
	gone    bool            // the person has given up
	leave   bool            // q was pressed once
}

func newPlayModel(opt PlayOptions, profile colorprofile.Profile) *playModel {
	p := &playModel{model: newModel(opt.WatchOptions, profile), play: opt}
	p.paint = p.compose
	return p
}

// Update handles a message.
func (p *playModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer p.rescue()
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case askMsg:
		p.choices, p.form = &msg.choices, nil
		if p.paused {
			cmd = p.catchUp()
		}
	case tea.KeyPressMsg:
		if !p.takes(msg.String()) {
			_, cmd = p.model.Update(msg)
		}
	default:
		_, cmd = p.model.Update(msg)
	}
	p.open()
	p.stale = true
	return p, cmd
}

// open opens the form when the frame of the choices is shown, and closes it when the match went on without an answer.
func (p *playModel) open() {
	if p.choices == nil || len(p.frames) == 0 {
		return
	}
	newest := p.frames[len(p.frames)-1].Turn
	switch {
	case newest > p.choices.Turn || p.ended:
		p.choices, p.form, p.notice = nil, nil, "too late: the match went on"
	case p.form == nil && newest == p.choices.Turn && p.at == len(p.frames)-1:
		p.form = newPlayForm(p.choices, p.frames[p.at].Legend)
	}
}

// takes handles a key. It returns false if the key is for the model.
func (p *playModel) takes(key string) bool {
	leave := p.leave
	p.leave = false
	switch {
	case key == "ctrl+c" || p.gone || p.ended:
		return false
	case key == "q" && leave:
		p.gone, p.choices, p.form, p.notice = true, nil, nil, "given up: q quits the match"
		p.play.GiveUp()
		return true
	case key == "q":
		p.leave, p.notice = true, "q again gives up: you do nothing for the rest of the match"
		return true
	case p.form == nil:
		return key == "esc"
	}
	var done bool
	if done, p.notice = p.form.key(key); !done {
		return true
	}
	if err := p.play.Answer(p.form.choices.Turn, p.form.chosen()); err != nil {
		p.notice = errortext.Text(err)
		p.form.unsend()
		return true
	}
	p.choices, p.form = nil, nil
	return true
}
