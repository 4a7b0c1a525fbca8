package explain

import (
	"bytes"
	"fmt"
	"strconv"

	"blastyard/bomberman"
	"blastyard/replay"
)

// bombermanWalk goes through a match of 2016-Bomberman.
type bombermanWalk struct {
	*ledger
	timeline
	before, after *bomberman.State
	trial         *bomberman.State
	ahead, other  *bombermanAhead // of before; of what a trial leads to
	earned        []int           // the points at the start, by player
	lived         []int           // rounds, by player
	lost          []int           // points for its own death, by player

	commands []bomberman.Command
	failed   []bool
	start    *bomberman.State
	history  [][]bomberman.Command  // by round from 1
	missed   []*escape              // by player: the last safe move that was there and not taken
	safeIn   []int                  // by player: the last round in which it had a way out; 0: none
	bombs    map[bomberman.Pos]fuse // on the map
	blasts   []detonated
}

func newBombermanWalk(l *ledger, s *bomberman.State) *bombermanWalk {
	n := s.Map().Players()
	w := &bombermanWalk{ledger: l, before: s.Clone(), after: s, trial: s.Clone(), ahead: newBombermanAhead(s.Map()),
		other: newBombermanAhead(s.Map()),
		lived: make([]int, n), lost: make([]int, n), commands: make([]bomberman.Command, n), failed: make([]bool,
			n), missed: make([]*escape, n),
		bombs: map[bomberman.Pos]fuse{}, timeline: newTimeline(n), start: s.Clone()}
	w.safeIn = make([]int, n)
	w.noteScores()
	for p := range n {
		w.earned = append(w.earned, s.Player(p).Points)
	}
	return w
}

func (w *bombermanWalk) turn(t *replay.Turn) {
	w.beginTurn(t)
	w.before.CopyFrom(w.after)
	w.read(t)
	w.after.Step(w.commands, w.failed)
	w.ahead.look(w.before, false)
	w.seeBlasts()
	w.noteBombs(t.Turn)
	w.noteTurn(t.Turn)
	for p := range w.commands {
		if !w.before.Player(p).Alive {
			continue
		}
		w.lived[p]++
		if w.gone[p] {
			continue
		}
		w.seeDanger(p, t.Turn)
		w.seeCommand(p, t.Turn)
		if !w.after.Player(p).Alive {
			w.tellDeath(p, t.Turn)
		}
	}
	w.seeBombs(t.Turn)
}

// end has nothing to add: a match ends when it is decided, not by a turn that players know.
func (w *bombermanWalk) end() {}

// compare implements walk.
func (w *bombermanWalk) compare() {
	w.compareBombs(w.tallies, "broke %.1f walls", float64(w.after.Map().Settings.WallPoints))
}

// price is what the best player made of a round.
func (w *bombermanWalk) price() float64 {
	best := 0.0
	for p, rounds := range w.lived {
		if rounds > 0 {
			best = max(best, float64(w.after.Player(p).Points+w.lost[p]-w.earned[p])/float64(rounds))
		}
	}
	return best
}

// read reads the commands of a round; replay.Verify has found them good.
func (w *bombermanWalk) read(t *replay.Turn) {
	clear(w.commands)
	for _, m := range t.Moves {
		if n, err := strconv.Atoi(string(bytes.TrimSpace(m.Actions))); err == nil && n < bomberman.NumCommands {
			w.commands[m.Player] = bomberman.Command(n)
		}
	}
}

// seeCommand notes a command that was refused, and a player that did nothing though it could.
func (w *bombermanWalk) seeCommand(p, turn int) {
	switch c := w.commands[p]; {
	case w.late[p]:
		w.count(Late, p, "", "", turn, 1)
	case !w.after.Player(p).Alive:
	case w.failed[p]:
		w.count(Refused, p, w.reason(p), c.String(), turn, 1)
	case c == bomberman.Nothing && w.answered[p] && w.before.Player(p).OnMap == 0 && w.freeToMove(p):
		w.again(Idle, p, w.mark(p), turn)
	}
}

// reason says why a command was refused.
func (w *bombermanWalk) reason(p int) string {
	for c := range w.before.Legal(p) {
		if c.Command == w.commands[p] && c.Refused != bomberman.NotRefused {
			return c.Refused.String()
		}
	}
	return bomberman.BombInTheWay.String() // which a player of an earlier key has placed in this round
}

func (w *bombermanWalk) freeToMove(p int) bool {
	from := w.before.Player(p).At
	for c := bomberman.Up; c <= bomberman.Down; c++ {
		to := from.Step(c)
		if w.ahead.safe(from) && w.free(to) && w.ahead.safe(to) {
			return true
		}
	}
	return false
}

// free tells whether a player could go to a block.
func (w *bombermanWalk) free(at bomberman.Pos) bool {
	c := w.before.At(at)
	return c.Wall == bomberman.NoWall && !c.Bomb && c.Player == bomberman.NoPlayer
}

// tellDeath tells of a player that died in this round.
func (w *bombermanWalk) tellDeath(p, turn int) {
	w.lost[p] = w.after.Map().Bounty
	points, rest := float64(w.lost[p]), float64(w.turns-turn)
	e, place := w.missed[p], w.after.Player(p).At
	if w.ownOnly(place, p) {
		killer, first := w.killer(place, turn+1)
		text := fmt.Sprintf("%s died in the blast of its own bomb (%s)", w.mark(p), w.bombText(killer, first))
		if known, _ := w.known(place, e, turn); known != nil {
			text += e.could(w.mark(p))
		} else {
			e = nil
			text += "; " + wayOut(w.safeIn[p])
		}
		w.add(Lesson{Turn: turn, Player: p, Kind: OwnBomb, Text: text, escape: e, dead: 1}, rest, points)
		return
	}
	if known, first := w.known(place, e, turn); known != nil {
		w.add(Lesson{Turn: e.turn, Player: p, Kind: Blast, Text: e.tell(w.mark(p), w.bombText(known, first), turn),
			escape: e, dead: 1}, rest, points)
		return
	}
	if killer, first, known := w.since(place, turn); killer != nil {
		w.add(Lesson{Turn: turn, Player: p, Kind: Death, dead: 1,
			Text: fate(w.mark(p), w.bombText(killer, first), known, w.safeIn[p])}, rest, points)
	}
}

// known is the bomb that killed in a round, and the one that began the chain, where all of it was known when the
// escape was there.
func (w *bombermanWalk) known(place bomberman.Pos, e *escape, turn int) (nearest, first *detonated) {
	if e == nil {
		return nil, nil
	}
	if t := turn - e.turn + 1; t >= len(e.boom) || !e.boom[t].Has(w.ahead.index(place)) {
		return nil, nil
	}
	return w.killer(place, e.turn)
}

func (w *bombermanWalk) bombText(killer, first *detonated) string {
	text := fmt.Sprintf("%s's bomb%s at (%d,%d)", w.mark(killer.Owner), ofTurn(killer.placed), killer.At.X, killer.At.Y)
	if killer.triggered > 0 {
		text += fmt.Sprintf(", triggered in turn %d", killer.triggered)
	}
	if first != killer {
		text += fmt.Sprintf(", set off by %s's at (%d,%d)", w.mark(first.Owner), first.At.X, first.At.Y)
	}
	return text
}
