package serve

import (
	"bytes"
	"sort"
	"sync"
)

// chunkTurns is the number of turns of a chunk: chunk k has the turns from 64k to 64k+63.
const chunkTurns = 64

// packings is how many chunks of a match are compressed at the same time.
const packings = 4

// Limits of compressed chunks in bytes: of a match, which then drops its oldest chunks, and of all finished matches
// of a Live together, except the newest.
const (
	keptMatch = 64 << 20
	keptOver  = 64 << 20
)

// A Match is a match as readers see it: a header, a frame for each turn and, once it is over, an end, all as JSON.
// One goroutine adds events, and any number of readers read them. A Match never waits for a reader.
type Match struct {
	id      string
	header  []byte
	reel    Reel // makes the frames; nil: they are stored here
	packing chan struct{}

	mu     sync.Mutex
	chunks []*chunk // sorted by number
	begin  int      // the first turn that is stored
	turn   int      // the newest turn, or -1
	newest []byte   // the newest frame
	size   int      // compressed chunks in bytes
	most   int      // limit of size
	end    []byte   // nil until the end
	news   chan struct{}
	onEnd  []func()

	waiting   waiting // for persons
	recording func() (*Recording, error)
}

// NewMatch returns a new match. id is its name in addresses, see ValidID. header is the JSON form of a viewer.Header.
func NewMatch(id string, header []byte) *Match {
	return &Match{id: id, header: oneLine(bytes.Clone(header)), packing: make(chan struct{}, packings), turn: -1,
		most: keptMatch}
}

// ID returns the name of the match in addresses.
func (m *Match) ID() string { return m.id }

// Turn returns the newest turn, or -1 before the first.
func (m *Match) Turn() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.turn
}

// Ended reports whether the match is over.
func (m *Match) Ended() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.end != nil
}

// Add adds the frame of a turn, the JSON form of a viewer.Frame, which it copies. Turns begin at 0, or later if the
// start was missed, and increase. A turn that is not later than the newest, or comes after the end, is ignored. Add
// waits for no reader. It waits for the compression of earlier turns only if four chunks are still being compressed.
func (m *Match) Add(turn int, frame []byte) {
	m.mu.Lock()
	if m.end != nil || turn <= m.turn {
		m.mu.Unlock()
		return
	}
	filled := m.place(turn, frame)
	m.tell()
	m.mu.Unlock()
	for _, c := range filled {
		m.pack(c)
	}
}

// End adds the end, the JSON form of a viewer.End. Only the first End counts.
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
	m.newest = bytes.Clone(m.newest) // release the chunk
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

// whenEnded calls f once the match is over, at once if it already is.
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

// place puts a frame into its chunk. It returns the chunks that are now complete.
func (m *Match) place(turn int, frame []byte) (filled []*chunk) {
	if c := m.open(); c != nil && c.number != turn/chunkTurns {
		filled = append(filled, m.close())
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
		filled = append(filled, m.close())
	}
	return filled
}

// open returns the chunk that still grows, or nil.
func (m *Match) open() *chunk {
	if n := len(m.chunks); n > 0 && !m.chunks[n-1].closed {
		return m.chunks[n-1]
	}
	return nil
}

// close completes the chunk that still grows, and returns it.
func (m *Match) close() *chunk {
	c := m.open()
	if c != nil {
		c.closed = true
	}
	return c
}

// pack compresses a complete chunk on another goroutine.
func (m *Match) pack(c *chunk) {
	m.packing <- struct{}{}
	go func() {
		packed := compress(c.lines) // nothing else writes to a complete chunk
		m.mu.Lock()
		c.packed, c.lines = packed, nil
		m.size += len(packed)
		m.forget()
		m.mu.Unlock()
		<-m.packing
	}()
}

// forget drops the oldest chunks of a match that has too many. The replay still contains them.
func (m *Match) forget() {
	for m.size > m.most && len(m.chunks) > 1 && m.chunks[0].packed != nil {
		m.size -= len(m.chunks[0].packed)
		m.chunks = append([]*chunk(nil), m.chunks[1:]...)
		m.begin = max(m.begin, m.chunks[0].number*chunkTurns)
	}
}

// held returns the size of the compressed chunks in bytes.
func (m *Match) held() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.size
}

// tell wakes the waiting readers.
func (m *Match) tell() {
	if m.news != nil {
		close(m.news)
		m.news = nil
	}
}

// look returns the newest turn, its frame (nil before the first turn) and the end, if there is one. news is closed
// when there is more. After the end it is never closed.
func (m *Match) look() (turn int, frame, end []byte, news <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.news == nil {
		m.news = make(chan struct{})
	}
	return m.turn, m.newest, m.end, m.news
}

// state returns the first and the newest stored turn (0 and -1 before any), and the end (nil if there is none).
func (m *Match) state() (first, newest int, end []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.begin, m.turn, m.end
}

// chunkAt returns a copy of a chunk, or false if there is none.
func (m *Match) chunkAt(number int) (chunk, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := sort.Search(len(m.chunks), func(i int) bool { return m.chunks[i].number >= number })
	if i == len(m.chunks) || m.chunks[i].number != number {
		return chunk{}, false
	}
	return *m.chunks[i], true
}

// oneLine removes the line ends of JSON, in place. In JSON they are always white space, never part of a string.
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

// EndJSON returns the end of the match, or nil.
func (m *Match) EndJSON() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return bytes.Clone(m.end)
}
