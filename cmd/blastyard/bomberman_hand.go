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

// handCommands are the lines of console players: exactly one letter. Every other line is nothing.
var handCommands = map[string]bomberman.Command{
	"w": bomberman.Up, "a": bomberman.Left, "d": bomberman.Right, "s": bomberman.Down, "z": bomberman.PlaceBomb, "x": bomberman.TriggerBomb,
}

const handHelp = `w: up, s: down, a: left, d: right
z: place a bomb
x: trigger a bomb
anything else: nothing
`

// clearScreen clears a terminal.
const clearScreen = "\x1b[H\x1b[2J"

// handPlayers are the players at the keyboard, who type a line each round.
type handPlayers struct {
	out   io.Writer
	lines chan string
	echo  bool // what is typed is seen: the line of the prompt ends with Enter
	keys  bool // input is a terminal
	clear bool // output is a terminal
	ended bool // no more lines
	start func()

	refused map[byte]string // by key: why the player's last command came to nothing
	deaths  []string        // not told yet

	mu    sync.Mutex
	notes []string // what came up while bots and players were at it
}

// newHandPlayers reads lines until ctx ends, from when the first is asked for.
func newHandPlayers(ctx context.Context, in io.Reader, out io.Writer) *handPlayers {
	h := &handPlayers{out: out, lines: make(chan string), refused: map[byte]string{}}
	if f, ok := in.(*os.File); ok {
		h.echo = terminal.IsTerminal(f)
		h.keys = h.echo
	}
	if f, ok := out.(*os.File); ok {
		h.clear = terminal.IsTerminal(f)
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

// ask shows a player the board, what became of its last command, and the keys, and waits for its line. After the end of
// input, and when ctx ends, the player does nothing.
func (h *handPlayers) ask(ctx context.Context, s *roundsSeat, draw func()) bomberman.Command {
	if h.ended {
		return bomberman.Nothing
	}
	h.start()
	if h.clear {
		fmt.Fprint(h.out, clearScreen)
	}
	draw()
	h.tellDeaths()
	if why := h.refused[s.key]; why != "" {
		fmt.Fprintf(h.out, "%c %s: %s\n", s.key, s.name, why)
	}
	fmt.Fprintf(h.out, "%s%c %s> ", handHelp, s.key, s.name)
	select {
	case line, ok := <-h.lines:
		if !h.echo || !ok {
			fmt.Fprintln(h.out)
		}
		if !ok {
			h.ended = true
			h.note("no more input: console players do nothing from here on")
		}
		return handCommands[strings.TrimRight(line, "\r\n")]
	case <-ctx.Done():
	}
	return bomberman.Nothing
}

// tell takes what a round did to a player: it is told when the board has been drawn again.
func (h *handPlayers) tell(s *roundsSeat, refused string, killed bool) {
	h.refused[s.key] = refused
	if killed {
		h.deaths = append(h.deaths, fmt.Sprintf("%c %s has been killed", s.key, s.name))
	}
}

// tellDeaths tells of players who have been killed, once.
func (h *handPlayers) tellDeaths() {
	for _, death := range h.deaths {
		fmt.Fprintln(h.out, death)
	}
	h.deaths = nil
}

// pause waits for a line, where somebody is at the keyboard who could type one.
func (h *handPlayers) pause(ctx context.Context, out io.Writer) error {
	if !h.keys || h.ended {
		fmt.Fprintln(out, "standard input is no terminal: the match goes on")
		return nil
	}
	h.start()
	fmt.Fprint(out, "press Enter to go on: ")
	select {
	case _, ok := <-h.lines:
		h.ended = !ok
	case <-ctx.Done():
	}
	return ctx.Err()
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
