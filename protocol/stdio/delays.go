package stdio

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// What this process itself has held up, because it got no processor, is not the bot's fault: sending measures it for
// questions, and tap lets an answer count that came in time and has not been read yet.

// sending measures how long a question waits for this process.
type sending struct {
	mu    sync.Mutex
	asked time.Time     // when the last line that asks was to be sent
	late  time.Duration // how long that took, as far as the bot did not hold it up; only if waits is false
	waits bool          // the sending has not begun, or takes time that is not the bot's
	busy  bool          // a line is being sent now that the bot may hold up
	asks  bool          // the line that is being sent asks
	due   bool          // asked is that of the next line that asks, which is not to be sent yet
}

// plan notes since when the next line that asks should be on its way.
func (s *sending) plan(at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.waits, s.late, s.due = at, true, 0, true
}

// begin notes that a line that asks is to be sent.
func (s *sending) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.due {
		s.asked, s.waits, s.late = time.Now(), true, 0
	}
	s.due = false
}

// send notes that a line is sent now. free: there is room for it, so that the bot cannot hold it up by not reading.
func (s *sending) send(asks, free bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = !free
	if s.asks = asks; asks && !free {
		s.waits, s.late = false, time.Since(s.asked)
	}
}

// sent notes that a line has been sent.
func (s *sending) sent() {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.waits && s.asks:
		s.waits, s.late = false, time.Since(s.asked)
	case s.waits && s.busy:
		s.asked = time.Now() // until now the bot did not read the line before
	}
	s.asks, s.busy = false, false
}

func (s *sending) held() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.waits:
		return s.late
	case s.busy:
		return 0
	default:
		return time.Since(s.asked)
	}
}

// roomy is how much a pipe holds at least, in bytes.
const roomy = 64 << 10

// hasRoom reports whether a bot's input surely takes so many bytes at once.
func hasRoom(in io.Writer, bytes int) bool {
	pipe, tells := in.(interface{ Unread() int })
	return tells && bytes <= roomy && pipe.Unread() == 0
}

// tap counts what is read of a bot's output, and knows how much more has come where the output says so.
type tap struct {
	out     io.Reader
	arrived interface{ Unread() int } // nil: the output does not say so
	dated   dated                     // nil: the output does not say when it came
	read    atomic.Int64              // bytes
	seen    atomic.Int64              // of these, those after which more was asked for
	opened  atomic.Bool
}

// dated is an output that says when a bot has last written to it; ok is false if the system does not tell.
type dated interface {
	Wrote() (last time.Time, ok bool)
}

func (t *tap) open(out io.Reader) {
	t.out = out
	t.arrived, _ = out.(interface{ Unread() int })
	t.dated, _ = out.(dated)
	t.opened.Store(true)
}

// Read implements io.Reader for the goroutine that takes the bot's lines.
func (t *tap) Read(b []byte) (int, error) {
	t.seen.Store(t.read.Load())
	n, err := t.out.Read(b)
	t.read.Add(int64(n))
	return n, err
}

// longestCatchUp bounds catchUp, which takes no time unless this process gets no processor.
const longestCatchUp = time.Second

// written returns how many bytes the bot has written.
func (t *tap) written() int64 {
	for {
		read := t.read.Load()
		if unread := t.arrived.Unread(); read == t.read.Load() {
			return read + int64(max(0, unread))
		}
	}
}

// catchUp waits until all that the bot had written when it was called has been read and taken, or until over is closed.
// What the bot writes later does not count.
func (t *tap) catchUp(over <-chan struct{}) {
	if !t.opened.Load() || t.arrived == nil {
		return
	}
	written := t.written()
	bound := time.NewTimer(longestCatchUp)
	defer bound.Stop()
	for t.seen.Load() < written {
		select {
		case <-over:
			return
		case <-bound.C:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// Heard returns how many bytes the bot has written, whether they were read or not, and when it wrote the last of them.
// ok is false if the system does not tell.
func (b *Bot) Heard() (bytes int64, last time.Time, ok bool) {
	t := &b.heard
	if !t.opened.Load() || t.arrived == nil || t.dated == nil {
		return 0, last, false
	}
	last, ok = t.dated.Wrote()
	return t.written(), last, ok
}
