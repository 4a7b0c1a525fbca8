package tui

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
	"blastyard/show/terminal"
)

// Messages to the model beside those of bubbletea.
type (
	frameMsg struct{ frame viewer.Frame }
	endMsg   struct{}            // no more frames
	tickMsg  struct{ clock int } // time for the next frame
)

// A painter draws a frame. It also returns the effective part of the pan in the options.
type painter func(f *viewer.Frame, opt terminal.Options) (picture *terminal.Picture, panX, panY int)

// compose is the painter for watching a match.
func compose(f *viewer.Frame, opt terminal.Options) (*terminal.Picture, int, int) {
	picture, board := terminal.Compose(f, opt)
	return picture, board.PanX, board.PanY
}

// model is the state of the screen: the frames so far, the visible frame, and the speed.
type model struct {
	ctx    context.Context // ends the clocks; runAs sets both
	opt    terminal.Options
	abort  context.CancelFunc
	broken error // a panic of ours, after which nothing is drawn
	paint  painter
	pace   time.Duration
	frames []viewer.Frame
	bytes  int // size of frames
	at     int // index of the visible frame

	maxBytes int // limit of bytes
	ended    bool
	paused   bool
	speed    int // index in speeds
	clock    int // number of the current clock; ticks of older ones are ignored
	due      bool
	seen     bool // the match, or at least its end, was seen; false after a quit
	view     string
	stale    bool // view must be redrawn
}

// speeds are the steps of + and -.
var speeds = [...]float64{0.125, 0.25, 0.5, 1, 2, 4, 8, 16}

const normalSpeed = 3

const (
	watchTime = 15 * time.Second // wanted duration of a match
	minPace   = 60 * time.Millisecond
	maxPace   = time.Second
	freePace  = 150 * time.Millisecond // if the number of turns is unknown
	fastest   = 10 * time.Millisecond
	lastPause = 1500 * time.Millisecond // for the last picture
)

func newModel(opt WatchOptions, profile colorprofile.Profile) *model {
	return &model{ctx: context.Background(), abort: func() {}, paint: compose, pace: opt.Pace, maxBytes: maxFrameBytes,
		speed: normalSpeed, due: true, stale: true,
		opt: terminal.Options{Profile: profile, Letters: opt.Letters, Help: watchHelp}}
}

var watchHelp = []string{"space pause  ←→ step  q quit", "+- speed  l letters  end now"}

// Init does nothing: the first frame starts the clock.
func (m *model) Init() tea.Cmd { return nil }

// Update handles a message.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer m.rescue()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.opt.Width, m.opt.Height = msg.Width, msg.Height
		m.stale = true
	case tea.ColorProfileMsg:
		m.opt.Profile = msg.Profile
		m.stale = true
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case frameMsg:
		return m, m.arrive(msg.frame)
	case endMsg:
		m.ended, m.stale = true, true
		if len(m.frames) == 0 {
			m.seen = true
			return m, tea.Quit
		}
		if m.due {
			return m, m.next()
		}
	case tickMsg:
		if msg.clock == m.clock {
			return m, m.next()
		}
	}
	return m, nil
}

// arrive queues a frame, and shows it at once if the model waits for one.
func (m *model) arrive(f viewer.Frame) tea.Cmd {
	m.keep(f)
	m.stale = true // the status line mentions it
	if len(m.frames) == 1 {
		m.due = false
		return m.wait(m.interval())
	}
	if m.due {
		return m.next()
	}
	return nil
}

// next shows the next frame if there is one. After the last frame has been shown a little longer, the model quits.
func (m *model) next() tea.Cmd {
	m.due = false
	switch {
	case m.paused:
		return nil
	case m.at+1 < len(m.frames):
		m.at++
		m.stale = true
		return m.wait(m.interval())
	case m.ended && m.seen:
		return tea.Quit
	case m.ended:
		m.seen = true
		return m.wait(lastPause)
	}
	m.due = true
	return nil
}

// interval returns how long a frame is shown.
func (m *model) interval() time.Duration {
	pace := m.pace
	if pace <= 0 {
		pace = freePace
		if turns := m.frames[0].Turns; turns > 0 {
			pace = min(max(watchTime/time.Duration(turns), minPace), maxPace)
		}
	}
	return max(time.Duration(float64(pace)/speeds[m.speed]), fastest)
}

// wait starts a new clock, which replaces earlier ones.
func (m *model) wait(d time.Duration) tea.Cmd {
	m.clock++
	clock := m.clock
	return func() tea.Msg {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-m.ctx.Done():
			return nil
		case <-timer.C:
			return tickMsg{clock}
		}
	}
}

// rescue quits after a panic.
func (m *model) rescue() {
	if r := recover(); r != nil {
		m.broken = fmt.Errorf("tui: panic: %v\n%s", r, debug.Stack())
		m.abort()
	}
}

// View returns the picture of the visible frame, centred in the terminal.
func (m *model) View() tea.View {
	defer m.rescue()
	if m.stale && m.broken == nil {
		m.view = m.draw()
		m.stale = false
	}
	v := tea.NewView(m.view)
	v.AltScreen = true
	v.WindowTitle = "blastyard"
	return v
}

func (m *model) draw() string {
	if m.opt.Width <= 0 || m.opt.Height <= 0 {
		return ""
	}
	screen := terminal.NewPicture(m.opt.Width, m.opt.Height)
	if len(m.frames) == 0 {
		screen.Text(0, 0, terminal.Fit("waiting for the match to start", m.opt.Width), terminal.Style{})
		return screen.Render(m.opt.Profile)
	}
	f := m.frames[m.at]
	f.Events = m.log()
	opt := m.opt
	opt.Status = m.status()
	picture, panX, panY := m.paint(&f, opt)
	m.opt.PanX, m.opt.PanY = panX, panY
	width, height := picture.Size()
	screen.Paste(picture, (opt.Width-width)/2, (opt.Height-height)/2)
	return screen.Render(m.opt.Profile)
}

// log returns the last events up to the visible frame.
func (m *model) log() []viewer.Event {
	var newest []viewer.Event // newest first
	for i := m.at; i >= 0 && len(newest) < terminal.MaxLog; i-- {
		events := m.frames[i].Events
		for j := len(events) - 1; j >= 0 && len(newest) < terminal.MaxLog; j-- {
			newest = append(newest, events[j])
		}
	}
	for i, j := 0, len(newest)-1; i < j; i, j = i+1, j-1 {
		newest[i], newest[j] = newest[j], newest[i]
	}
	return newest
}

// status returns a line about the state of watching.
func (m *model) status() string {
	state := fmt.Sprintf("speed ×%g", speeds[m.speed])
	if m.paused {
		state = "paused"
	}
	switch behind := len(m.frames) - 1 - m.at; {
	case m.ended && behind == 0:
		return "the match is over"
	case m.ended:
		return state
	case behind > 1:
		return fmt.Sprintf("%s, turn %d is out", state, m.frames[len(m.frames)-1].Turn)
	}
	return state + ", live"
}
