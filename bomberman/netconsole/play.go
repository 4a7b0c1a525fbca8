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
	"unicode/utf8"
)

// idle is the letter sent for nothing: a host may not bear an empty command.
const idle = 'n'

// ErrLost is in the error of a game whose host has gone before its end. The player may join again with the same name.
var ErrLost = errors.New("netconsole: the connection to the host is lost")

// Play plays a game by lines of text: shows every map on out and sends for it the first letter of the next line of in.
// An empty line is nothing, and so is every round after the end of in. Lines wait for their maps, so a file or a program
// may give them all at once. Play closes the connection. The result is nil when the game is complete; ctx.Err() when ctx ends first. The goroutine
// that reads in ends with in, which Play cannot interrupt.
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
				return fmt.Errorf("%w: %s", ErrLost, why(<-failure))
			}
			if err := p.show(m); err != nil {
				return err
			}
		case letter := <-wanted:
			p.owing = false
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
	dead     bool
	complete bool
}

// show shows a message.
func (p *player) show(m Message) error {
	text := printable(m.Text)
	switch m.Type {
	case GameMap:
		fmt.Fprintln(p.out, text)
		if p.owing = !p.dead; p.owing {
			fmt.Fprint(p.out, p.prompt)
		}
	case PlayerRegistered:
		fmt.Fprintf(p.out, "The game begins. You are player %s\n", text)
	case CommandFailed:
		fmt.Fprintf(p.out, "Failed: %s\n", text)
	case Killed:
		p.owing, p.dead = false, true
		fmt.Fprintf(p.out, "You are dead. %s\n", text)
	case GameComplete:
		p.complete = true
		fmt.Fprintln(p.out, text)
	case RegistrationPort, Command, RegisterPlayer:
		return nil // not for a player in the game
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

// readLetters gives the first letter of each line, in small, and idle for ever after the last.
func readLetters(ctx context.Context, in io.Reader, letters chan<- rune) {
	r := bufio.NewReader(in)
	for ended := false; ; {
		letter := rune(idle)
		if !ended {
			line, err := r.ReadSlice('\n')
			if first, _ := utf8.DecodeRune(bytes.TrimSpace(line)); first != utf8.RuneError && first != endMark {
				letter = unicode.ToLower(first)
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
