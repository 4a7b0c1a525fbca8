package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"blastyard/bomberman"
	"blastyard/viewer/terminal"
)

// handCommands are the letters of console players.
var handCommands = map[byte]bomberman.Command{
	'w': bomberman.Up, 'a': bomberman.Left, 'd': bomberman.Right, 's': bomberman.Down, 'z': bomberman.PlaceBomb, 'x': bomberman.TriggerBomb,
}

// handPlayers are the players at the keyboard, who type a line each round.
type handPlayers struct {
	out   io.Writer
	lines chan string
	echo  bool // what is typed is seen: the line of the prompt ends with Enter
	ended bool // no more lines
	start func()

	mu    sync.Mutex
	notes []string // what came up while bots and players were at it
}

// newHandPlayers reads lines until ctx ends, from when the first is asked for.
func newHandPlayers(ctx context.Context, in io.Reader, out io.Writer) *handPlayers {
	h := &handPlayers{out: out, lines: make(chan string)}
	if f, ok := in.(*os.File); ok {
		h.echo = terminal.IsTerminal(f)
	}
	h.start = sync.OnceFunc(func() { go h.read(ctx, in) })
	return h
}

func (h *handPlayers) read(ctx context.Context, in io.Reader) {
	defer close(h.lines)
	for r := bufio.NewReader(in); ; {
		line, err := r.ReadString('\n')
		if err != nil && line == "" {
			return
		}
		select {
		case h.lines <- line:
		case <-ctx.Done():
			return
		}
	}
}

// ask waits for a player's line. After the end of input, and when ctx ends, the player does nothing.
func (h *handPlayers) ask(ctx context.Context, s *roundsSeat) bomberman.Command {
	if h.ended {
		return bomberman.Nothing
	}
	h.start()
	fmt.Fprintf(h.out, "%c %s: w up, s down, a left, d right, z bomb, x trigger: ", s.key, s.name)
	select {
	case line, ok := <-h.lines:
		if !h.echo || !ok {
			fmt.Fprintln(h.out)
		}
		if !ok {
			h.ended = true
			h.note("no more input: console players do nothing from here on")
		}
		if line = strings.TrimSpace(line); line != "" {
			return handCommands[line[0]|' '] // either case
		}
	case <-ctx.Done():
	}
	return bomberman.Nothing
}

func (h *handPlayers) note(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notes = append(h.notes, fmt.Sprintf(format, args...))
}

func (h *handPlayers) takeNotes() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := h.notes
	h.notes = nil
	return n
}
