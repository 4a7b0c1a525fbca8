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

// idle is the letter that means nothing, because a host may not tolerate an empty command.
const idle = 'n'

// ErrLost is wrapped by the error of a game whose host was lost before its end. The player may join again with the
// same name.
var ErrLost = errors.New("netconsole: the connection to the host is lost")

// Play plays a game with lines of text. It shows every map on out, and answers it with the letter of the next line of
// in. A line that is not exactly one of Letters means nothing, as does every round after the end of in. Lines wait
// for their maps, so a file or a program may give them all at once. Play closes the connection. It returns nil when
// the game is complete, and ctx.Err() when ctx ends first. The goroutine that reads in ends only with in, because
// Play cannot interrupt it.
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
		for range messages { // until the end, so that nothing is left running
		}
	}()
	p := player{out: bufio.NewWriter(out), prompt: prompt}
	for !p.complete {
		var wanted chan rune // nil, and so never ready, unless there is a map to answer
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
			p.owing, p.open = false, false // Enter has ended the line
			// If the host is lost, its earlier messages come first, then Next reports it.
			_ = c.Send(letter)
		}
	}
	return nil
}

// receive passes messages on until an error. It then sends the failure and closes messages.
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

// player is the state of Play.
type player struct {
	out      *bufio.Writer
	prompt   string
	owing    bool // a map waits for a letter
	open     bool // the line of the prompt has not ended
	begun    bool // the game has begun
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
		return nil // not a message for a player in a game
	}
	return p.out.Flush()
}

// say writes a text on a line of its own.
func (p *player) say(format string, args ...any) {
	if p.open {
		p.open = false
		fmt.Fprintln(p.out)
	}
	fmt.Fprintf(p.out, format, args...)
}

// lost shows that the game ends for the player because the host is lost.
func (p *player) lost() error {
	if p.begun {
		p.say("The host has gone. The game ends here.\n")
	}
	return p.out.Flush()
}

// printable prevents a host from controlling the terminal.
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

// readLetters sends the letter of each line, idle for invalid lines, and idle for ever after the last one.
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
