package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/bomberman/wire"
	"blastyard/game"
	"blastyard/harness"
	"blastyard/internal/plain"
	"blastyard/match"
	"blastyard/netorcai"
	"blastyard/stdio"
)

// What a program may say. No bot that plays needs a tenth of it.
const (
	mostActions  = 1024      // in a turn
	mostLines    = 1000      // that it prints between two answers; the rest is dropped
	mostPrinted  = 256 << 10 // and their bytes
	mostMessages = 1 << 20   // of a match; with more it leaves
	mostLate     = 3         // turns that go by without any answer; then it leaves
)

// program is a program of the page that plays a seat. It is an arena.Thinker. Decide and the methods of the seat are
// for one goroutine at a time; hear is for any.
type program struct {
	port   Port
	first  func(turn time.Duration) time.Duration // for the first answer
	limit  time.Duration                          // of a turn; 0: none
	rules  game.Protocol
	names  []string // of the players
	unseen int      // turns that nobody sees: the program counts from there
	print  func(l harness.Line)
	asked  bool // once at least
	silent bool // it has not answered what it was asked last

	mu       sync.Mutex
	late     int           // turns that went by without any answer since the last one
	owes     int           // the turn that it has to answer; -1: none
	answer   string        // to the turn that it was asked for last
	heard    chan struct{} // has room for one: something has changed
	lines    int           // printed since the last answer
	printed  int           // their bytes
	dropped  int           // bytes that it printed beyond what it may
	messages int
	reason   match.Reason // why it has left; "": it has not
	why      string
}

func newProgram(port Port, first func(turn time.Duration) time.Duration) *program {
	if first == nil {
		first = stdio.FirstTime
	}
	return &program{port: port, first: first, owes: -1, heard: make(chan struct{}, 1)}
}

// TakesTime implements arena.Thinker.
func (p *program) TakesTime() {}

// begin tells the program who it is, and listens to it from now on.
func (p *program) begin(r *arena.Run, seat int, limit time.Duration) error {
	id, name := r.IDs[seat], r.Seats[seat].Name
	p.limit, p.rules, p.unseen = limit, r.Kind.Protocol, r.Kind.Unseen
	p.print = func(l harness.Line) { r.Output(seat, name, l) }
	for i := range r.Players {
		p.names = append(p.names, r.Players[i].Name)
	}
	p.port.Listen(p.hear)
	variables := map[string]string{}
	for _, list := range [][]string{{match.ProgramEnv(r.Result.Seed, id, 0)}, r.Config.Env, r.Seats[seat].Env} {
		for _, entry := range list {
			variable, value, _ := strings.Cut(entry, "=")
			variables[variable] = value
		}
	}
	env, err := json.Marshal(struct {
		Type string            `json:"type"`
		Env  map[string]string `json:"env"`
	}{"env", variables})
	if err != nil {
		return err
	}
	p.port.Send(string(env))
	b := stdio.Begin{Game: r.Kind.Name, Player: id, Name: name, Players: r.Match.Players(),
		SpecialPlayers: r.Specials, Turns: lastTurn(r), TurnTime: limit, FirstTime: p.first(limit),
		State: p.state(r.Match)}
	if p.rules == game.Rounds {
		b.Key = wire.Key(id)
	}
	p.port.Send(string(b.Append(nil)))
	return nil
}

// state is the state as the program gets it.
func (p *program) state(m game.Match) []byte {
	if named, ok := game.As[game.Named](m); ok {
		return named.AppendNamed(nil, p.names)
	}
	return m.AppendState(nil)
}

// lastTurn is how many turns a match has at most.
func lastTurn(r *arena.Run) int {
	last := r.Match.LastTurn()
	if r.MaxTurns > 0 && (last == 0 || r.MaxTurns < last) {
		return r.MaxTurns
	}
	return last
}

// end tells the program that the match is over, unless that was broken off, and hears it no more.
func (p *program) end(r *arena.Run, broken bool) {
	if left, _ := p.left(); left == "" && !broken && r.Match != nil {
		p.port.Send(string(stdio.AppendEnd(nil, r.Winner(), p.state(r.Match))))
	}
	p.leave(match.Finished, "")
}

// Decide implements arena.Player.
func (p *program) Decide(ctx context.Context, v *arena.View) (d arena.Decision) {
	answer, ok := p.ask(ctx, v.Match.Turn()-p.unseen, func() []byte { return p.state(v.Match) })
	if p.silent = !ok; p.silent {
		return d
	}
	actions, err := p.read(answer)
	if err != nil {
		p.leave(match.Illegal, fmt.Sprintf("%v: %s", err, quoted(answer)))
	}
	d.Actions = actions
	return d
}

// read reads the actions of an answer.
func (p *program) read(answer string) ([]byte, error) {
	if len(answer) > MaxText {
		return nil, fmt.Errorf("an answer of more than %d bytes", MaxText)
	}
	if p.rules == game.Rounds {
		command, err := wire.ParseAnswer([]byte(answer))
		if err != nil {
			return nil, err
		}
		return wire.AppendNumber(nil, command), nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(answer), &list); err != nil || list == nil {
		return nil, errors.New("expected a list of actions") // null is none
	}
	if _, err := netorcai.CheckActions([]byte(answer)); err != nil {
		return nil, fmt.Errorf("%w, expected a list of actions", err)
	}
	if len(list) > mostActions {
		return nil, fmt.Errorf("%d actions, expected %d at most", len(list), mostActions)
	}
	return []byte(answer), nil
}

// quoted is the beginning of a text, safe to print.
func quoted(text string) string {
	const most = 80
	if len(text) > most {
		return fmt.Sprintf("%q…", plain.Stored(strings.ToValidUTF8(text[:most], "")))
	}
	return fmt.Sprintf("%q", plain.Stored(text))
}

// ask asks for the actions of a turn, and waits until the program has answered, has left, or ctx ends. A program that
// has not answered an earlier turn gets this one when it has: it never owes more than one answer.
func (p *program) ask(ctx context.Context, turn int, state func() []byte) (answer string, ok bool) {
	p.asked = true
	if !p.await(ctx) {
		return "", false
	}
	p.mu.Lock()
	p.owes, p.answer = turn, ""
	p.mu.Unlock()
	p.port.Send(string(stdio.AppendTurn(nil, turn, state())))
	if !p.await(ctx) {
		return "", false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answer, true
}

// await waits until the program owes no answer. false: it has left, or ctx has ended. What has arrived by then counts,
// even where nobody had the time to take it.
func (p *program) await(ctx context.Context) bool {
	for over := false; ; {
		p.mu.Lock()
		owes, left := p.owes >= 0, p.reason != ""
		p.mu.Unlock()
		if left || over || !owes {
			return !left && !owes
		}
		select {
		case <-p.heard:
		case <-ctx.Done():
			time.Sleep(time.Millisecond)
			over = true
		}
	}
}

// missed counts a turn without an answer in time.
func (p *program) missed() {
	p.mu.Lock()
	p.late++
	late := p.late
	p.mu.Unlock()
	if late >= mostLate {
		p.leave(match.Disconnected, fmt.Sprintf("killed: no answer in %d turns, one after the other", late))
	}
}

// patience is for how long the program is waited for now; 0: for ever.
func (p *program) patience() time.Duration {
	if !p.asked {
		return p.first(p.limit)
	}
	return p.limit
}

// left is why the program has left; "": it has not.
func (p *program) left() (reason match.Reason, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reason, p.why
}

// leave ends what the program says, for the first reason that comes.
func (p *program) leave(reason match.Reason, why string) {
	p.mu.Lock()
	first := p.reason == ""
	if first {
		p.reason, p.why = reason, why
	}
	p.mu.Unlock()
	if first {
		p.port.Close()
		p.wake()
	}
}

func (p *program) wake() {
	select {
	case p.heard <- struct{}{}:
	default:
	}
}

// hear hears a message of the program.
func (p *program) hear(m Message) {
	p.mu.Lock()
	p.messages++
	left, flood := p.reason != "", p.messages > mostMessages
	p.mu.Unlock()
	switch {
	case left:
	case flood:
		p.leave(match.Illegal, fmt.Sprintf("more than %d messages", mostMessages))
	case m.Kind == Answer:
		p.answered(m)
	case m.Kind == Gone:
		p.leave(match.Crashed, plain.Stored(cut(m.Text)))
	default:
		p.printedLine(m)
	}
}

// answered takes an answer to the turn that the program owes one for. Another one is ignored.
func (p *program) answered(m Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.owes < 0 || m.Turn != p.owes {
		return
	}
	p.owes, p.answer, p.late, p.lines, p.printed = -1, m.Text, 0, 0, 0
	p.wake()
}

// printedLine passes on a line, as long as there are not too many.
func (p *program) printedLine(m Message) {
	l := harness.Line{Text: cut(m.Text)}
	if m.Kind == Error {
		l.Stream = harness.Stderr
	}
	l.Cut = max(m.Bytes, len(m.Text)) - len(l.Text)
	p.mu.Lock()
	p.lines, p.printed = p.lines+1, p.printed+len(l.Text)
	room := p.lines <= mostLines && p.printed <= mostPrinted
	if !room {
		p.dropped += len(l.Text)
	}
	p.mu.Unlock()
	if room {
		l.Text = plain.Stored(l.Text)
		p.print(l)
	}
}

// cut is the beginning of a text that is too long.
func cut(text string) string {
	if len(text) <= MaxText {
		return text
	}
	return strings.ToValidUTF8(text[:MaxText], "")
}
