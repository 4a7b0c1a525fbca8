package serve

import (
	"bytes"
	"sort"
	"sync"
)

// chunkTurns is how many turns a chunk spans: chunk k holds the turns from 64k to 64k+63.
const chunkTurns = 64

// packings is how many chunks of a match are compressed at a time.
const packings = 4

// How many bytes of compressed chunks are kept: of a match, whose oldest go beyond that, and of all matches of a Live
// that are over, but for the newest of them.
const (
	keptMatch = 64 << 20
	keptOver  = 64 << 20
)

// A Match is a match as its readers see it: a header, a frame for each turn and, once it is over, an end, all as JSON.
// One goroutine tells it what happens, any number of readers look; it never waits for a reader.
type Match struct {
	id      string
	header  []byte
	reel    Reel // makes the frames; nil: they are kept here
	packing chan struct{}

	mu     sync.Mutex
	chunks []*chunk // in the order of their numbers
	begin  int      // the first turn that there is
	turn   int      // the newest, -1 before the first
	newest []byte   // its frame
	size   int      // bytes of compressed chunks
	most   int      // of size
	end    []byte   // nil while the match goes on
	news   chan struct{}
	onEnd  []func()

	waiting   waiting // for persons
	recording func() (*Recording, error)
}

// NewMatch begins a match. The id is what it has in addresses, see ValidID; header is the JSON form of a viewer.Header.
func NewMatch(id string, header []byte) *Match {
	return &Match{id: id, header: oneLine(bytes.Clone(header)), packing: make(chan struct{}, packings), turn: -1,
		most: keptMatch}
}

// ID is what the match is called in addresses.
func (m *Match) ID() string { return m.id }

// Turn is the newest turn, -1 before the first.
func (m *Match) Turn() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.turn
}

// Ended says whether the match is over.
func (m *Match) Ended() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.end != nil
}

// Add shows the frame of a turn, the JSON form of a viewer.Frame, which it copies. Turns start at 0, or later where the
// start was missed, and increase; a turn that is not later than the newest, or comes after the end, is left out. Add
// waits for no reader, only for the compression of earlier turns where four chunks of them are still under way.
func (m *Match) Add(turn int, frame []byte) {
	m.mu.Lock()
	if m.end != nil || turn <= m.turn {
		m.mu.Unlock()
		return
	}
	full := m.place(turn, frame)
	m.tell()
	m.mu.Unlock()
	for _, c := range full {
		m.pack(c)
	}
}

// End shows how the match ended; end is the JSON form of a viewer.End. Only the first End counts.
func (m *Match) End(end []byte) {
	m.mu.Lock()
	if m.end != nil {
		m.mu.Unlock()
		return
	}
	m.end = oneLine(bytes.Clone(end))
	if m.end == nil {
		m.end = []byte("null")
	}
	last := m.close()
	m.newest = bytes.Clone(m.newest) // lets the chunk go
	m.tell()
	done := m.onEnd
	m.onEnd = nil
	m.mu.Unlock()
	if last != nil {
		m.pack(last)
	}
	for _, f := range done {
		f()
	}
}

// whenEnded calls f once the match is over, at once if it is.
func (m *Match) whenEnded(f func()) {
	m.mu.Lock()
	over := m.end != nil
	if !over {
		m.onEnd = append(m.onEnd, f)
	}
	m.mu.Unlock()
	if over {
		f()
	}
}

// place puts a frame into its chunk and returns the chunks that it filled.
func (m *Match) place(turn int, frame []byte) (full []*chunk) {
	if c := m.open(); c != nil && c.number != turn/chunkTurns {
		full = append(full, m.close())
	}
	c := m.open()
	if c == nil {
		c = &chunk{number: turn / chunkTurns, lines: make([]byte, 0, chunkTurns*(len(frame)+len(frame)/8+1))}
		m.chunks = append(m.chunks, c)
	}
	if m.turn < 0 {
		m.begin = turn
	}
	start := len(c.lines)
	c.lines = append(c.lines, frame...)
	m.turn, m.newest = turn, oneLine(c.lines[start:len(c.lines):len(c.lines)])
	c.lines = append(c.lines, '\n')
	if turn%chunkTurns == chunkTurns-1 {
		full = append(full, m.close())
	}
	return full
}

// open is the chunk that still grows, nil if there is none.
func (m *Match) open() *chunk {
	if n := len(m.chunks); n > 0 && !m.chunks[n-1].closed {
		return m.chunks[n-1]
	}
	return nil
}

// close ends the growth of the chunk that still grows, and returns it.
func (m *Match) close() *chunk {
	c := m.open()
	if c != nil {
		c.closed = true
	}
	return c
}

// pack compresses a closed chunk beside the match.
func (m *Match) pack(c *chunk) {
	m.packing <- struct{}{}
	go func() {
		packed := compress(c.lines) // nothing writes to a closed chunk but this
		m.mu.Lock()
		c.packed, c.lines = packed, nil
		m.size += len(packed)
		m.forget()
		m.mu.Unlock()
		<-m.packing
	}()
}

// forget drops the oldest chunks of a match that has too many: they can be seen in its replay.
func (m *Match) forget() {
	for m.size > m.most && len(m.chunks) > 1 && m.chunks[0].packed != nil {
		m.size -= len(m.chunks[0].packed)
		m.chunks = append([]*chunk(nil), m.chunks[1:]...)
		m.begin = max(m.begin, m.chunks[0].number*chunkTurns)
	}
}

// held is how many bytes the compressed chunks take.
func (m *Match) held() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.size
}

// tell wakes the readers that wait.
func (m *Match) tell() {
	if m.news != nil {
		close(m.news)
		m.news = nil
	}
}

// look returns the newest turn and its frame, nil before the first, and the end once there is one. News is closed when
// there is more; after the end it never is.
func (m *Match) look() (turn int, frame, end []byte, news <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.news == nil {
		m.news = make(chan struct{})
	}
	return m.turn, m.newest, m.end, m.news
}

// state is the first and the newest turn that there are, 0 and -1 before any, and the end, nil while the match goes on.
func (m *Match) state() (first, newest int, end []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.begin, m.turn, m.end
}

// chunkAt returns a copy of a chunk as it is now; false if there is none.
func (m *Match) chunkAt(number int) (chunk, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := sort.Search(len(m.chunks), func(i int) bool { return m.chunks[i].number >= number })
	if i == len(m.chunks) || m.chunks[i].number != number {
		return chunk{}, false
	}
	return *m.chunks[i], true
}

// oneLine makes JSON one line, in place: line ends within it are white space, never part of a string.
func oneLine(text []byte) []byte {
	if bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0 {
		for i, b := range text {
			if b == '\n' || b == '\r' {
				text[i] = ' '
			}
		}
	}
	return text
}

// EndJSON is how the match ended, as it was told; nil while it goes on.
func (m *Match) EndJSON() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return bytes.Clone(m.end)
}
