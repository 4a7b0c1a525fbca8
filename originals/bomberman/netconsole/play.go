package netconsole

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"blastyard/internal/text"
)

// idle is the letter sent for nothing: a host may not bear an empty command.
const idle = 'n'

// ErrLost is in the error of a game whose host has gone before its end. The player may join again with the same name.
var ErrLost = errors.New("netconsole: the connection to the host is lost")

// Play plays a game by lines of text: shows every map on out and sends for it the letter that the next line of in is.
// A line that is not exactly one of Letters is nothing, and so is every round after the end of in. Lines wait for
// their maps, so a file or a program may give them all at once. Play closes the connection. The result is nil when the
// game is complete; ctx.Err() when ctx ends first. The goroutine that reads in ends with in, which Play cannot
// interrupt.
func (c *Client) Play(ctx context.Context, in io.Reader, out io.Writer, prompt string) error {
	ctx, cancel := context.WithCancel(ctx)
	letters := make(chan rune)
	go readLetters(ctx, in, letters)
	messages, failure := make(chan Message), make(chan error, 1)
	go c.receive(ctx, messages, failure)
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer func() {
		stop()
		cancel()
		_ = c.Close()
		for range messages { // to its end: nothing is left running
		}
	}()
	p := player{out: bufio.NewWriter(out), prompt: prompt}
	for !p.complete {
		var wanted chan rune // nil, from which nothing comes, unless there is a map to answer
		if p.owing {
			wanted = letters
		}
		select {
		case m, ok := <-messages:
			if !ok {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err := p.lost(); err != nil {
					return err
				}
				return fmt.Errorf("%w: %s", ErrLost, why(<-failure))
			}
			if err := p.show(m); err != nil {
				return err
			}
		case letter := <-wanted:
			p.owing, p.open = false, false // the line was ended by its Enter
			// If the host has gone, what it said before comes first, then Next tells.
			_ = c.Send(letter)
		}
	}
	return nil
}

// receive passes messages on until one cannot be had; then the failure is there before messages is closed.
func (c *Client) receive(ctx context.Context, messages chan<- Message, failure chan<- error) {
	defer close(messages)
	for {
		m, err := c.Next()
		if err != nil {
			failure <- err
			return
		}
		select {
		case messages <- m:
		case <-ctx.Done():
			return
		}
	}
}

// player is what Play knows.
type player struct {
	out      *bufio.Writer
	prompt   string
	owing    bool // a map waits for a letter
	open     bool // the line of the prompt has not ended
	begun    bool // the game has
	dead     bool
	complete bool
}

// show shows a message.
func (p *player) show(m Message) error {
	text := printable(m.Text)
	switch m.Type {
	case GameMap:
		p.say("%s\n", text)
		if p.owing = !p.dead; p.owing && p.prompt != "" {
			p.say("%s", p.prompt)
			p.open = true
		}
	case PlayerRegistered:
		p.begun = true
		p.say("The game begins. You are player %s\n", text)
	case CommandFailed:
		p.say("Failed: %s\n", text)
	case Killed:
		p.owing, p.dead = false, true
		p.say("You are dead.\n")
		if text != "" {
			p.say("%s\n", text)
		}
	case GameComplete:
		p.complete = true
		p.say("%s\n", text)
	case RegistrationPort, Command, RegisterPlayer:
		return nil // not for a player in the game
	}
	return p.out.Flush()
}

// say writes on a line of its own.
func (p *player) say(format string, args ...any) {
	if p.open {
		p.open = false
		fmt.Fprintln(p.out)
	}
	fmt.Fprintf(p.out, format, args...)
}

// lost shows that the game ends for the player since the host has gone.
func (p *player) lost() error {
	if p.begun {
		p.say("The host has gone. The game ends here.\n")
	}
	return p.out.Flush()
}

// printable keeps what a host sends from steering the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		if r == '\r' {
			return -1
		}
		return unicode.ReplacementChar
	}, strings.TrimRight(s, "\r\n"))
}

// readLetters gives the letter that each line is, idle for other lines, and idle for ever after the last.
func readLetters(ctx context.Context, in io.Reader, letters chan<- rune) {
	r := bufio.NewReader(text.NewReader(in))
	for ended := false; ; {
		letter := rune(idle)
		if !ended {
			line, err := r.ReadSlice('\n')
			if text := bytes.TrimRight(line, "\r\n"); len(text) == 1 && strings.IndexByte(Letters, text[0]) >= 0 {
				letter = rune(text[0])
			}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			if ended = err != nil; ended && len(line) == 0 {
				continue
			}
		}
		select {
		case letters <- letter:
		case <-ctx.Done():
			return
		}
	}
}
