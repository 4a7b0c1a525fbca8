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

// What comes to the model beside bubbletea's own messages.
type (
	frameMsg struct{ frame viewer.Frame }
	endMsg   struct{}            // no more frames
	tickMsg  struct{ clock int } // time for the next frame
)

// A painter draws a frame, and tells what of the pan in the options was of use.
type painter func(f *viewer.Frame, opt terminal.Options) (picture *terminal.Picture, panX, panY int)

// compose is the painter of a match that is only watched.
func compose(f *viewer.Frame, opt terminal.Options) (*terminal.Picture, int, int) {
	picture, board := terminal.Compose(f, opt)
	return picture, board.PanX, board.PanY
}

// model is what is on the screen: the frames so far, which of them is seen, and how fast it goes on.
type model struct {
	ctx    context.Context // ends the waiting of clocks; runAs owns both
	opt    terminal.Options
	abort  context.CancelFunc
	broken error // a panic of ours, after which nothing is drawn any more
	paint  painter
	pace   time.Duration
	frames []viewer.Frame
	bytes  int // that they take
	at     int // the frame that is seen

	maxBytes int // of frames that are kept
	ended    bool
	paused   bool
	speed    int // index in speeds
	clock    int // the clock that counts: older ones that still run are ignored
	due      bool
	seen     bool // the match was seen, or its end at least: not quit
	view     string
	stale    bool // view must be drawn anew
}

// speeds are what + and - go through.
var speeds = [...]float64{0.125, 0.25, 0.5, 1, 2, 4, 8, 16}

const normalSpeed = 3

const (
	watchTime = 15 * time.Second // that a match is to take
	minPace   = 60 * time.Millisecond
	maxPace   = time.Second
	freePace  = 150 * time.Millisecond // where the number of turns is not known
	fastest   = 10 * time.Millisecond
	lastPause = 1500 * time.Millisecond // for the last picture
)

func newModel(opt WatchOptions, profile colorprofile.Profile) *model {
	return &model{ctx: context.Background(), abort: func() {}, paint: compose, pace: opt.Pace, maxBytes: maxFrameBytes,
		speed: normalSpeed, due: true, stale: true,
		opt: terminal.Options{Profile: profile, Letters: opt.Letters, Help: watchHelp}}
}

var watchHelp = []string{"space pause  ←→ step  q quit", "+- speed  l letters  end now"}

// Init starts with nothing: the first frame starts the clock.
func (m *model) Init() tea.Cmd { return nil }

// Update takes one message in.
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

// arrive queues a frame, and shows it if it is waited for.
func (m *model) arrive(f viewer.Frame) tea.Cmd {
	m.keep(f)
	m.stale = true // the line of state tells of it
	if len(m.frames) == 1 {
		m.due = false
		return m.wait(m.interval())
	}
	if m.due {
		return m.next()
	}
	return nil
}

// next shows the next frame if there is one. When the last one of all has been seen for a little longer, the model
// quits.
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

// interval is how long a frame is seen.
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

// wait starts a new clock; those before it no longer count.
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

// View is the picture of the frame that is seen, in the middle of the terminal.
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

// log is the last events up to the frame that is seen.
func (m *model) log() []viewer.Event {
	var newest []viewer.Event // backwards
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

// status is one line about how the match is watched.
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
