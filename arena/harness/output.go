package harness

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/internal/plain"
)

// Stream is where a line of output came from.
type Stream byte

// The values of Stream. A Note is a message of the harness itself, for example that the rest of the output is dropped.
const (
	Stdout Stream = iota
	Stderr
	Note
)

func (s Stream) String() string {
	if s > Note {
		return fmt.Sprintf("Stream(%d)", byte(s))
	}
	return [...]string{"stdout", "stderr", "note"}[s]
}

// Line is one line of output without its line end. It is safe for a terminal: valid UTF-8 without control characters.
type Line struct {
	Stream Stream
	Text   string
}

// OutputStats counts what a bot has printed.
type OutputStats struct {
	Stdout, Stderr int64 // bytes printed
	Dropped        int64 // bytes of these that were not passed on to Output, LogFile and OnLine
	Err            error // the first error of Output or LogFile; nothing was written after it
}

// After the first floodBurst bytes, a bot's output is read with at most floodRate bytes a second. So a bot that floods
// the pipe must wait for it, and other bots keep the processor. Every read counts as readCost bytes more, so that many
// short writes count as a flood, too. They collect in the pipe while we pause, for at least minPause.
const (
	floodBurst = 16 << 20
	floodRate  = 16 << 20
	readCost   = 16 << 10
	minPause   = 5 * time.Millisecond
	chunkSize  = 64 << 10
)

// lineWriter passes on the lines of both streams of a bot, up to the limit.
type lineWriter struct {
	mu      sync.Mutex
	out     *bufio.Writer // or nil; contains whole lines, flushed after every chunk
	file    *os.File      // or nil; out writes to it
	onLine  func(Line)
	limit   int64
	left    int64       // of limit
	err     error       // the first of out
	full    atomic.Bool // nothing more is passed on
	dropped atomic.Int64
	ended   chan struct{} // closed when the bot has ended; then the output is no longer throttled
}

// newLineWriter returns the lineWriter of c. The log file, if there is one, is already open.
func newLineWriter(c Command, file *os.File) *lineWriter {
	s := &lineWriter{file: file, onLine: c.OnLine, limit: c.Limit, ended: make(chan struct{})}
	s.limit = cmp.Or(s.limit, DefaultLimit)
	s.left = s.limit
	switch {
	case file != nil:
		s.out = bufio.NewWriterSize(file, MaxLine+1)
	case c.Output != nil:
		s.out = bufio.NewWriterSize(c.Output, MaxLine+1)
	}
	return s
}

// pass passes on one line. cutOff bytes were dropped from it before.
func (s *lineWriter) pass(stream Stream, line []byte, cutOff int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped.Add(int64(cutOff))
	if s.full.Load() {
		s.dropped.Add(int64(len(line) + 1))
		return
	}
	if int64(len(line)+1) > s.left {
		s.dropped.Add(int64(len(line) + 1))
		s.full.Store(true)
		s.note(fmt.Sprintf("more than %s of output: the rest is dropped", sizeText(s.limit)))
		return
	}
	s.left -= int64(len(line) + 1)
	s.write(line)
	if s.onLine != nil {
		s.onLine(Line{stream, plain.Stored(string(bytes.TrimSuffix(line, []byte("\r"))))})
	}
}

// note passes on a message of the harness. s.mu is locked.
func (s *lineWriter) note(text string) {
	s.write([]byte("[blastyard: " + text + "]"))
	if s.onLine != nil {
		s.onLine(Line{Stream: Note, Text: text})
	}
}

// write puts a whole line into the buffer.
func (s *lineWriter) write(line []byte) {
	if s.out == nil || s.err != nil {
		return
	}
	if s.out.Available() <= len(line) {
		s.flushLocked()
	}
	_, _ = s.out.Write(line) // the writer keeps an error until it is flushed
	_ = s.out.WriteByte('\n')
}

// flush flushes the buffered lines to the writer.
func (s *lineWriter) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flushLocked()
}

func (s *lineWriter) flushLocked() {
	if s.out == nil || s.err != nil {
		return
	}
	if s.err = s.out.Flush(); s.err != nil && s.onLine != nil {
		s.onLine(Line{Stream: Note, Text: "cannot write the output down: " + plain.Stored(s.err.Error())})
	}
}

// close closes the log file.
func (s *lineWriter) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flushLocked()
	s.out = nil
	if s.file != nil {
		s.err = errors.Join(s.err, s.file.Close())
		s.file = nil
	}
}

// stream reads one output of the bot to its end.
type stream struct {
	id    Stream
	pipe  *os.File
	born  time.Time // when the pipe was made, as the system dates it
	lines *lineWriter
	tail  *tail
	// reader reads the pipe in place of the lines being passed on; see Command.Read.
	reader func(io.Reader)
	total  atomic.Int64
	line   []byte // the line that has not ended yet, up to MaxLine
	over   int    // bytes of it after those
}

// read returns when every writer has closed the pipe, or the pipe itself was closed.
func (s *stream) read() {
	if s.reader != nil {
		s.reader(counter{s})
		return
	}
	buf := make([]byte, chunkSize)
	tokens, before := float64(floodBurst), time.Now()
	for {
		n, err := s.pipe.Read(buf)
		s.total.Add(int64(n))
		s.chunk(buf[:n])
		if err != nil {
			if len(s.line) > 0 || s.over > 0 {
				s.endLine()
			}
			s.lines.flush()
			return
		}
		now := time.Now()
		tokens = min(floodBurst, tokens+now.Sub(before).Seconds()*floodRate) - float64(n+readCost)
		before = now
		if tokens < 0 {
			s.pause(max(minPause, time.Duration(-tokens/floodRate*float64(time.Second))))
		}
	}
}

// counter is a stream's pipe, whose bytes are counted.
type counter struct{ *stream }

func (c counter) Read(b []byte) (int, error) {
	n, err := c.pipe.Read(b)
	c.total.Add(int64(n))
	return n, err
}

// Unread returns how many bytes the bot has written that have not been read; -1: the system does not tell.
func (c counter) Unread() int { return unread(c.pipe) }

func (s *stream) pause(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-s.lines.ended:
	}
}

// chunk splits the next bytes into lines.
func (s *stream) chunk(b []byte) {
	if s.lines.full.Load() {
		if skip := lastLines(b, len(s.tail.lines)); skip > 0 {
			s.lines.dropped.Add(int64(len(s.line) + s.over + skip))
			s.line, s.over = s.line[:0], 0
			b = b[skip:]
		}
	}
	open := len(b) > 0
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		part := b
		if i >= 0 {
			part = b[:i]
		}
		keep := min(len(part), MaxLine-len(s.line))
		s.line = append(s.line, part[:keep]...)
		s.over += len(part) - keep
		if i < 0 {
			break
		}
		s.endLine()
		open = i+1 < len(b)
		b = b[i+1:]
	}
	if open {
		s.tail.pending(s.line)
	}
	s.lines.flush()
}

// lastLines returns where the last n complete lines of b begin, or 0 if there are no more than n.
func lastLines(b []byte, n int) int {
	i := len(b)
	for range n + 1 {
		if i = bytes.LastIndexByte(b[:i], '\n'); i < 0 {
			return 0
		}
	}
	return i + 1
}

func (s *stream) endLine() {
	s.tail.push(s.line)
	s.lines.pass(s.id, s.line, s.over)
	s.line, s.over = s.line[:0], 0
}

// sizeText returns a number of bytes as text for messages.
func sizeText(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
