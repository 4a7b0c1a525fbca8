package console

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	"blastyard/arena"
	"blastyard/game/viewer"
	"blastyard/internal/text"
)

// keys are the valid lines of players at the keyboard: exactly one letter. Every other line means nothing.
var keys = map[string]string{
	"w": "up", "a": "left", "d": "right", "s": "down", "z": viewer.DoBomb, "x": "trigger",
}

// help is what a player sees when it is asked, in the original's words.
const help = `To move, type a,w,s,d and press enter
To plant a bomb, type z and enter
You can reduce the bomb timer to 1 using x

Movement for player %s
`

// clearScreen clears a terminal.
const clearScreen = "\x1b[H\x1b[2J"

// keyboard is where players type a line each round, one after the other. Between two rounds it belongs to the
// console, which prepares the next one. During a round it belongs to the players, of whom one at a time is asked.
type keyboard struct {
	out   io.Writer
	lines chan string
	keys  bool // input is a terminal
	clear bool // output is a terminal
	start func()

	queue   []place        // who is asked in the next round
	draw    func()         // draws the board
	refused map[int]string // by player: why its last command had no effect
	deaths  []string       // not reported yet
	ended   bool           // no more lines
	notes   []string       // texts from the time while players were asked
}

// place is a player's place in the queue.
type place struct {
	player int
	name   string
	turn   chan struct{} // closed when it is the player's turn
}

// newKeyboard returns a keyboard that reads lines until ctx ends, beginning with the first question.
func newKeyboard(ctx context.Context, in io.Reader, out io.Writer) *keyboard {
	k := &keyboard{out: out, lines: make(chan string), refused: map[int]string{}, draw: func() {}}
	if f, ok := in.(*os.File); ok {
		k.keys = term.IsTerminal(int(f.Fd()))
	}
	if f, ok := out.(*os.File); ok {
		k.clear = term.IsTerminal(int(f.Fd()))
	}
	k.start = sync.OnceFunc(func() { go k.read(ctx, in) })
	return k
}

func (k *keyboard) read(ctx context.Context, in io.Reader) {
	defer close(k.lines)
	for r := bufio.NewReader(text.NewReader(in)); ; {
		line, err := r.ReadString('\n')
		if err != nil && line == "" {
			return
		}
		select {
		case k.lines <- line:
		case <-ctx.Done():
			return
		}
	}
}

func (k *keyboard) clearQueue() { k.queue = k.queue[:0] }

// enqueue adds a player to those who are asked in the next round. The first one gets its turn at once.
func (k *keyboard) enqueue(player int, name string) {
	p := place{player, name, make(chan struct{})}
	if len(k.queue) == 0 {
		close(p.turn)
	}
	k.queue = append(k.queue, p)
}

// person is a player at the keyboard.
type person struct{ keyboard *keyboard }

// Decide implements arena.Player. It waits for the player's turn at the keyboard, and asks. Everything that can be
// typed can be chosen, even if the rules will refuse it.
func (p *person) Decide(ctx context.Context, v *arena.View) arena.Decision {
	do := p.keyboard.wait(ctx, v.Player)
	if pieces := v.Choices().Pieces; do != "" && len(pieces) > 0 {
		v.Match.Choose(v.Player, []viewer.Wish{{Token: pieces[0].Token, Do: do}})
	}
	return arena.Decision{Asked: true}
}

// wait waits for a player's turn, asks it, and lets the next one have the keyboard.
func (k *keyboard) wait(ctx context.Context, player int) string {
	for i := range k.queue {
		if k.queue[i].player != player {
			continue
		}
		select {
		case <-k.queue[i].turn:
		case <-ctx.Done():
			return ""
		}
		do := k.ask(ctx, player, k.queue[i].name)
		if i+1 < len(k.queue) {
			close(k.queue[i+1].turn)
		}
		return do
	}
	return ""
}

// ask shows a player the board, the result of its last command, and the keys, and waits for its line. After the end
// of input, and when ctx ends, the player does nothing.
func (k *keyboard) ask(ctx context.Context, player int, name string) string {
	if k.ended || ctx.Err() != nil {
		return ""
	}
	k.start()
	if k.clear {
		fmt.Fprint(k.out, clearScreen)
	}
	k.draw()
	k.tellDeaths()
	if why := k.refused[player]; why != "" {
		fmt.Fprintf(k.out, "Could not process player command: %s\n", why)
	}
	fmt.Fprintf(k.out, help, name)
	select {
	case line, ok := <-k.lines:
		if !ok {
			k.ended = true
			k.notes = append(k.notes, "no more input: console players do nothing from here on")
		}
		return keys[strings.TrimRight(line, "\r\n")]
	case <-ctx.Done():
	}
	return ""
}

// tell stores why a player's command had no effect. It is shown after the board has been drawn again.
func (k *keyboard) tell(player int, refused string) { k.refused[player] = refused }

// tellDeaths reports killed players, once.
func (k *keyboard) tellDeaths() {
	for _, death := range k.deaths {
		fmt.Fprintln(k.out, death)
	}
	k.deaths = nil
}

// pause waits for a line, if somebody at the keyboard could type one.
func (k *keyboard) pause(ctx context.Context, out io.Writer) {
	if !k.keys || k.ended {
		fmt.Fprintln(out, "standard input is no terminal: the match goes on")
		return
	}
	k.start()
	fmt.Fprint(out, "press Enter to go on: ")
	select {
	case _, ok := <-k.lines:
		k.ended = !ok
	case <-ctx.Done():
	}
}

func (k *keyboard) takeNotes() []string {
	n := k.notes
	k.notes = nil
	return n
}
