// Package stdio talks to bots that play over their standard input and output: one line of JSON with the game's state
// in, one line of JSON with actions out. It knows no game; lines.go has the lines.
package stdio

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// GoneError says why a bot cannot answer any more.
type GoneError struct{ Why string }

func (e *GoneError) Error() string { return e.Why }

const (
	// MaxLine is the largest size of a bot's line, in bytes.
	MaxLine = 2 << 20
	// maxStrays is how many unasked lines are accepted before the output of a bot is no longer read.
	maxStrays = 1000
	// deafTime is how long the output of a bot that has closed its standard input is still read.
	deafTime = time.Second
	// queued is how many lines may wait for a bot that does not read: the start, a turn and the end.
	queued = 4
)

// Bot is a program that plays over its standard input and output. Ask must be called by one goroutine at a time. The
// other methods may be called from any goroutine.
type Bot struct {
	process Process
	lines   chan toSend
	answers chan Answer
	closing chan struct{} // closed when no more lines follow
	close   sync.Once
	over    chan struct{} // closed when nothing more is read
	end     *GoneError    // the reason; set before over is closed
	deaf    chan struct{} // closed when nothing more can be written
	owes    bool          // the bot has not answered an earlier question
	given   int           // Answers
	heard   tap           // what was read of the bot's output
	sending sending       // of the last line that asks

	mu     sync.Mutex
	asked  bool   // the next line is an answer
	strays int    // number of unasked lines
	stray  *Fault // the first unasked line since the last call of Stray
}

type toSend struct {
	text []byte
	asks bool
}

// Answer is a line of a bot.
type Answer struct {
	Number  int    // of the line in the bot's output, from 1
	Text    []byte // without the line feed
	TooLong bool   // the line is longer than MaxLine, and Text is its beginning
}

// Process is the running program of a bot.
type Process interface {
	Input() io.WriteCloser // its standard input
	Done() <-chan struct{} // closed when the program has ended
}

// Start starts a bot. start must start its program, and call read with the program's standard output.
func Start[P Process](start func(read func(stdout io.Reader)) (P, error)) (*Bot, P, error) {
	b := &Bot{lines: make(chan toSend, queued), answers: make(chan Answer, 1), closing: make(chan struct{}),
		over: make(chan struct{}), deaf: make(chan struct{})}
	p, err := start(b.read)
	if err != nil {
		return nil, p, err
	}
	b.process = p
	go b.write(p.Input())
	return b, p, nil
}

// Tell sends a line that needs no answer. A line for a bot that does not read is dropped.
func (b *Bot) Tell(line []byte) {
	select {
	case b.lines <- toSend{text: line}:
	default:
	}
}

// Close closes the bot's standard input after the lines that were sent.
func (b *Bot) Close() { b.close.Do(func() { close(b.closing) }) }

// Ask sends a line and waits for the bot's answer, or for the end of ctx. A bot that still owes an answer gets the
// line after that answer, so it never owes more than one. The line must not change any more. The error is a
// *GoneError, or that of ctx.
func (b *Bot) Ask(ctx context.Context, line []byte) (Answer, error) {
	if err := b.Settle(ctx); err != nil {
		return Answer{}, err
	}
	b.sending.begin()
	select {
	case b.lines <- toSend{text: line, asks: true}:
	case <-b.over:
		return Answer{}, b.end
	case <-b.deaf:
		return b.wait(ctx)
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
	b.owes = true
	a, err := b.wait(ctx)
	if b.owes = err != nil; !b.owes {
		b.given++
	}
	return a, err
}

// Settle waits for the answer that the bot still owes, if there is one, or for the end of ctx. The answer is dropped.
// The error is one of Ask. It must be called by the goroutine that calls Ask.
func (b *Bot) Settle(ctx context.Context) error {
	if !b.owes {
		return nil
	}
	if _, err := b.wait(ctx); err != nil {
		return err
	}
	b.owes = false
	b.given++
	return nil
}

// Owes reports whether the bot has not answered the last question. It must be called by the goroutine that calls Ask.
func (b *Bot) Owes() bool { return b.owes }

// Due says that the next question is due at a time, from which Held counts, and not from the call of Ask: between the
// two this process may get no processor. It must be called by the goroutine that then calls Ask, of a bot that owes
// nothing.
func (b *Bot) Due(at time.Time) { b.sending.plan(at) }

// Held returns how long this process has held the last question back because it got no processor to send it. A bot that
// does not read holds it back itself.
func (b *Bot) Held() time.Duration { return b.sending.held() }

// Answers returns how many questions the bot has answered. It must be called by the goroutine that calls Ask.
func (b *Bot) Answers() int { return b.given }

var errDeaf = &GoneError{"it has closed its standard input"}

// wait waits for an answer. If the bot does not read any more, its output is read for a moment longer, because it may
// have ended after a last line.
func (b *Bot) wait(ctx context.Context) (Answer, error) {
	var err error
	var enough <-chan time.Time
	for deaf := b.deaf; err == nil; {
		select {
		case a := <-b.answers:
			return a, nil
		case <-b.over:
			err = b.end
		case <-deaf:
			deaf, enough = nil, time.After(deafTime)
		case <-enough:
			err = errDeaf
		case <-ctx.Done():
			if err = ctx.Err(); enough != nil {
				err = errDeaf
			}
		}
	}
	b.heard.catchUp(b.over)
	select {
	case a := <-b.answers:
		return a, nil
	default:
		return Answer{}, err
	}
}

// Stray returns the first line since the last call that the bot has printed without being asked, or nil.
func (b *Bot) Stray() *Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := b.stray
	b.stray = nil
	return f
}

// write writes lines to the bot until there are no more, or the bot does not accept them.
func (b *Bot) write(in io.WriteCloser) {
	defer in.Close()
	for {
		select {
		case line := <-b.lines:
			if !b.send(in, line) {
				return
			}
		case <-b.process.Done():
			return
		case <-b.closing:
			for {
				select {
				case line := <-b.lines:
					if !b.send(in, line) {
						return
					}
				default:
					return
				}
			}
		}
	}
}

func (b *Bot) send(in io.Writer, line toSend) bool {
	b.sending.send(line.asks, hasRoom(in, len(line.text)+1))
	defer b.sending.sent()
	if line.asks {
		b.mu.Lock()
		b.asked = true
		b.mu.Unlock()
	}
	if _, err := in.Write(append(line.text, '\n')); err != nil {
		close(b.deaf)
		return false
	}
	return true
}

// read reads the bot's output to its end.
func (b *Bot) read(stdout io.Reader) {
	defer close(b.over)
	b.heard.open(stdout)
	in := newReader(&b.heard)
	for number := 1; ; number++ {
		text, tooLong, err := in.line()
		switch {
		case err != nil && len(text) > 0:
			b.end = &GoneError{fmt.Sprintf("it has closed its standard output in the middle of line %d: %s", number,
				Quoted(text))}
			return
		case err != nil:
			b.end = &GoneError{"it has closed its standard output"}
			return
		case len(bytes.TrimSpace(text)) == 0:
			continue
		}
		if !b.take(Answer{number, text, tooLong}) {
			b.end = &GoneError{fmt.Sprintf("it has printed %d lines to its standard output that nobody has asked for",
				maxStrays)}
			return
		}
	}
}

// take processes a line of the bot. It returns false after too many unasked lines.
func (b *Bot) take(a Answer) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.asked {
		b.asked = false
		b.answers <- a // there is room, because the last answer was taken before the next question
		return true
	}
	b.strays++
	if b.stray == nil {
		b.stray = a.Fault("", "which nobody has asked for: one line answers one turn")
	}
	return b.strays < maxStrays
}
