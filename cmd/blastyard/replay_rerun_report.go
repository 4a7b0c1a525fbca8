package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/bomberman"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// rerunReport compares what a bot does with what was recorded.
type rerunReport struct {
	game     string
	player   int
	title    string
	from, to int
	limit    time.Duration // of a turn in the match; 0: none
	recorded []replay.Turn

	mu    sync.Mutex
	turns map[int]*rerunTurn
	left  string // why the bot did not see all turns
}

// rerunTurn is what the bot did in a turn.
type rerunTurn struct {
	answered bool
	actions  json.RawMessage
	took     time.Duration // 0: not known
	output   []string
}

func newRerunReport(r *rerun) rerunReport {
	was := r.Header.Players[r.who]
	title := fmt.Sprintf("%s %s: %s", viewer.Mark(r.who), terminal.Plain(was.Name), terminal.Plain(r.bot))
	if was.Bot != "" {
		title += ", recorded: " + terminal.Plain(was.Bot)
	}
	return rerunReport{game: r.Header.Game, player: r.who, title: title, from: r.from, to: r.to, turns: map[int]*rerunTurn{},
		limit: time.Duration(r.Header.Limit) * time.Millisecond, recorded: r.Turns}
}

// change notes something of a turn. It may be called from any goroutine.
func (p *rerunReport) change(turn int, what func(*rerunTurn)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turns[turn] == nil {
		p.turns[turn] = &rerunTurn{}
	}
	what(p.turns[turn])
}

// acted notes what the bot asked for.
func (p *rerunReport) acted(turn int, actions json.RawMessage) {
	p.change(turn, func(t *rerunTurn) { t.answered, t.actions = true, slices.Clone(actions) })
}

// print says where the turns differ, and sums up.
func (p *rerunReport) print(w io.Writer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintln(w, p.title)
	printed := p.matchOutput()
	played, differ := 0, 0
	var now, then times
	for turn := p.from; turn <= p.to; turn++ {
		t := p.turns[turn]
		if t == nil {
			t = &rerunTurn{}
		}
		move := recordedMove(&p.recorded[turn-1], p.player)
		if t.answered {
			played++
			now.add(turn, t.took)
			if move != nil {
				then.add(turn, time.Duration(move.Micros)*time.Microsecond)
			}
		}
		lines := printed[turn]
		if t.answered && !p.same(t, move) {
			lines = append([]string{"now:      " + p.actionsText(t.answered, t.actions), "recorded: " + p.recordedText(turn, move)}, lines...)
		}
		if len(lines) > 0 {
			differ++
		}
		if p.limit > 0 && t.took > p.limit {
			lines = append([]string{fmt.Sprintf("over the limit of %v", p.limit)}, lines...)
		}
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintf(w, "turn %d:%s\n", turn, timesText(t, move))
		for _, l := range lines {
			fmt.Fprintf(w, "  %s\n", l)
		}
	}
	if p.left != "" {
		fmt.Fprintln(w, p.left)
	}
	if played == 0 {
		fmt.Fprintln(w, "it played none of the turns")
		return
	}
	if differ == 0 {
		fmt.Fprintf(w, "%s, all as recorded\n", countOf(played, "turn"))
	} else {
		fmt.Fprintf(w, "%s, %d of them not as recorded\n", countOf(played, "turn"), differ)
	}
	fmt.Fprintf(w, "time a turn: %s; recorded: %s\n", now.text(), then.text())
}

func recordedMove(t *replay.Turn, player int) *replay.Move {
	for i := range t.Moves {
		if t.Moves[i].Player == player {
			return &t.Moves[i]
		}
	}
	return nil
}

func timesText(t *rerunTurn, move *replay.Move) string {
	var parts []string
	if t.took > 0 {
		parts = append(parts, " took "+shortTime(t.took))
	}
	if move != nil && move.Micros > 0 {
		parts = append(parts, " recorded "+shortTime(time.Duration(move.Micros)*time.Microsecond))
	}
	return strings.Join(parts, ",")
}

// same tells whether the bot asks for the same as was recorded.
func (p *rerunReport) same(t *rerunTurn, move *replay.Move) bool {
	if !t.answered || move == nil {
		return !t.answered && move == nil
	}
	if p.game == replay.Hexabomb {
		a, okA := readActions(t.actions)
		b, okB := readActions(move.Actions)
		if okA && okB {
			return slices.Equal(a, b)
		}
	}
	return bytes.Equal(compact(t.actions), compact(move.Actions))
}

// readActions reads actions of hexabomb, if there is nothing else in them.
func readActions(array []byte) ([]hexabomb.Action, bool) {
	var unreadable []wire.Unreadable
	actions, err := wire.AppendActions(nil, 0, array, &unreadable)
	return actions, err == nil && len(unreadable) == 0
}

func compact(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

func (p *rerunReport) recordedText(turn int, move *replay.Move) string {
	if move != nil {
		return p.actionsText(true, move.Actions)
	}
	if slices.Contains(p.recorded[turn-1].Late, p.player) {
		return "no answer in time"
	}
	return "no answer"
}

// actionsText is actions in words.
func (p *rerunReport) actionsText(answered bool, actions json.RawMessage) string {
	if !answered {
		return "no answer"
	}
	switch p.game {
	case replay.Bomberman:
		var command int
		if json.Unmarshal(actions, &command) == nil && command >= 0 && command < bomberman.NumCommands {
			return bomberman.Command(command).String()
		}
	case replay.Hexabomb:
		if list, ok := readActions(actions); ok {
			words := make([]string, len(list))
			for i, a := range list {
				words[i] = a.String()
			}
			if len(words) == 0 {
				return "nothing"
			}
			return strings.Join(words, "; ")
		}
	}
	return terminal.Plain(string(compact(actions)))
}

// logPrefix begins what we write ourselves into the log.txt of a bot of 2016-Bomberman.
const logPrefix = "[blastyard] "

// matchOutput compares the lines that the bot prints, and gives by turn those without a counterpart. A line that comes a
// turn earlier or later is the same: it depends on chance whether it is read before the next turn begins.
func (p *rerunReport) matchOutput() map[int][]string {
	type line struct {
		turn int
		text string
		met  bool
	}
	var then []line
	for turn := p.from - 1; turn <= min(p.to+1, len(p.recorded)); turn++ {
		if turn < 1 {
			continue
		}
		for _, l := range p.recorded[turn-1].Output {
			if l.Player == p.player && !strings.HasPrefix(l.Text, logPrefix) {
				then = append(then, line{turn: turn, text: terminal.Plain(l.Text)})
			}
		}
	}
	different := map[int][]string{}
	first := 0
	for turn := p.from - 1; turn <= p.to+1; turn++ {
		t := p.turns[turn]
		if t == nil {
			continue
		}
		for first < len(then) && then[first].turn < turn-1 {
			first++
		}
		for _, text := range t.output {
			i := first
			for i < len(then) && then[i].turn <= turn+1 && (then[i].met || then[i].text != text) {
				i++
			}
			if i < len(then) && then[i].turn <= turn+1 {
				then[i].met = true
			} else {
				different[turn] = append(different[turn], "prints:   "+text)
			}
		}
	}
	for _, l := range then {
		if p.turns[l.turn] != nil && !l.met { // a turn that the bot saw
			different[l.turn] = append(different[l.turn], "printed:  "+l.text)
		}
	}
	return different
}

// shortTime writes a time for people.
func shortTime(d time.Duration) string {
	for unit := time.Second; unit > 100*time.Nanosecond; unit /= 10 {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}

// times sums up what turns took.
type times struct {
	list    []time.Duration
	longest time.Duration
	when    int
}

func (t *times) add(turn int, took time.Duration) {
	if took <= 0 {
		return
	}
	t.list = append(t.list, took)
	if took > t.longest {
		t.longest, t.when = took, turn
	}
}

func (t *times) text() string {
	if len(t.list) == 0 {
		return "not measured"
	}
	slices.Sort(t.list)
	return fmt.Sprintf("median %s, longest %s (turn %d)", shortTime(t.list[len(t.list)/2]), shortTime(t.longest), t.when)
}
