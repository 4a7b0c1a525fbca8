package explain

import (
	"strconv"

	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/replay"
)

// hexabombWalk goes through a match of hexabomb.
type hexabombWalk struct {
	*ledger
	timeline
	board         *hexabomb.Board
	before, after *hexabomb.State
	trial         *hexabomb.State
	ahead, other  *hexabombAhead // of before; of what a trial leads to
	earned        []int          // the scores at the start, by player
	lived         []int          // turns that the characters of a player lived

	actions    []hexabomb.Action
	unreadable []wire.Unreadable
	refusals   []hexabomb.Refusal
	refused    []bool // by action
	asked      []int  // by character: its player's action for it, or none

	start   *hexabomb.State
	history [][]hexabomb.Action // by turn from 1

	missed []*escape // by character: the last safe move that was there and not taken
	safeIn []int     // by character: the last turn in which it had a way out; 0: none in this life
	drops  map[hexabomb.Cell]drop
	blasts hexabombBlasts
}

// none is no action.
const none = -1

// drop is how a bomb came onto the board.
type drop struct{ turn, character int }

func newHexabombWalk(l *ledger, s *hexabomb.State) *hexabombWalk {
	b := s.Board()
	w := &hexabombWalk{ledger: l, board: b, before: s.Clone(), after: s, trial: s.Clone(), ahead: newHexabombAhead(b),
		other: newHexabombAhead(b),
		lived: make([]int, b.NumPlayers()), asked: make([]int, b.NumCharacters()), missed: make([]*escape,
			b.NumCharacters()),
		drops: map[hexabomb.Cell]drop{}, timeline: newTimeline(b.NumPlayers()), start: s.Clone()}
	w.safeIn = make([]int, b.NumCharacters())
	w.noteScores()
	for p := range b.NumPlayers() {
		w.special[p] = b.Special(p)
		first, end := b.Characters(p)
		l.characters[p] = end - first
		w.earned = append(w.earned, s.Score(p))
	}
	return w
}

func (w *hexabombWalk) turn(t *replay.Turn) {
	w.beginTurn(t)
	w.before.CopyFrom(w.after)
	w.read(t)
	w.refusals = w.refusals[:0]
	w.after.Step(w.actions, &w.refusals)
	w.ahead.look(w.before)
	w.noteRefusals(t.Turn)
	w.noteDrops(t.Turn)
	w.blasts.see(w)
	for x := range w.board.NumCharacters() {
		p := w.board.Owner(x)
		if w.board.Special(p) || w.gone[p] {
			continue
		}
		w.seeDanger(x, t.Turn)
		w.seeIdle(x, t.Turn)
	}
	w.noteTurn(t.Turn)
	w.seeDeaths(t.Turn)
	w.seeBombs(t.Turn)
	for p := range w.lived {
		w.lived[p] += w.before.Living(p)
		if w.late[p] {
			w.count(Late, p, "", "", t.Turn, float64(w.before.Living(p)))
		}
	}
}

// end tells of bombs that were still waiting.
func (w *hexabombWalk) end() {
	if !w.complete {
		return
	}
	for i := range w.after.NumBombs() {
		b := w.after.Bomb(i)
		p := int(b.Colour) - 1
		d, known := w.drops[b.Cell]
		if known && w.worthless(p) && !w.gone[p] {
			w.add(Lesson{Turn: d.turn, Player: p, Kind: Waste,
				Text: "the bomb that " + w.name(d.character) + " dropped at " + at(w.board.Coord(b.Cell)) +
					" did not explode before the end"}, 1, 0)
		}
	}
}

// compare implements walk.
func (w *hexabombWalk) compare() {
	if !w.board.SuddenDeath() {
		w.compareBombs(w.tallies, "painted %.1f cells", paintTurns)
	}
}

// price is what the best player made of a turn of a character; 1 in sudden death, where turns are what is counted.
func (w *hexabombWalk) price() float64 {
	if w.board.SuddenDeath() {
		return 1
	}
	best := 0.0
	for p, turns := range w.lived {
		if turns > 0 {
			best = max(best, float64(w.after.Score(p)-w.earned[p])/float64(turns))
		}
	}
	return best
}

// worthless tells whether a bomb of a player can be for nothing: in sudden death colours are worth nothing, so that
// only the special player's bombs have an aim that can be seen.
func (w *hexabombWalk) worthless(player int) bool {
	return !w.board.SuddenDeath() || w.board.Special(player)
}

func (w *hexabombWalk) name(character int) string {
	return w.mark(w.board.Owner(character)) + strconv.Itoa(character)
}

// read reads the actions of a turn as replay.Game does.
func (w *hexabombWalk) read(t *replay.Turn) {
	w.actions, w.unreadable = w.actions[:0], w.unreadable[:0]
	for _, m := range t.Moves {
		if len(m.Actions) == 0 {
			continue
		}
		var err error
		w.actions, err = wire.AppendBoardActions(w.actions, w.board, m.Player, m.Actions, &w.unreadable)
		if err != nil {
			w.unreadable = append(w.unreadable, wire.Unreadable{Player: m.Player, Why: err.Error()})
		}
	}
	for x := range w.asked {
		w.asked[x] = none
	}
	for i, a := range w.actions {
		x := int(a.Character)
		if x < len(w.asked) && w.board.Owner(x) == int(a.Player) && w.asked[x] == none {
			w.asked[x] = i
		}
	}
}

// noteRefusals counts what was refused. It costs a turn where the character could have done something instead.
func (w *hexabombWalk) noteRefusals(turn int) {
	for _, u := range w.unreadable {
		w.answered[u.Player] = false // it tried to do something, and nobody knows what
		if !w.gone[u.Player] {
			w.count(Refused, u.Player, u.Why, "", turn, 1)
		}
	}
	w.refused = append(w.refused[:0], make([]bool, len(w.actions))...)
	for _, r := range w.refusals {
		w.refused[r.Index] = true
		if p := int(r.Action.Player); !w.gone[p] {
			w.count(Refused, p, r.Reason.String(), r.Action.String(), turn, weightOf(r.Reason))
		}
	}
}

func weightOf(r hexabomb.Reason) float64 {
	switch r {
	case hexabomb.Repeated, hexabomb.NoSuchCharacter, hexabomb.NotYours, hexabomb.Dead,
		hexabomb.NoSecondLife, hexabomb.TooEarly:
		return 0
	default:
		return 1
	}
}

// did is the action that a character carried out in this turn; false for none.
func (w *hexabombWalk) did(x int, kind hexabomb.Kind) bool {
	i := w.asked[x]
	return i != none && !w.refused[i] && w.actions[i].Kind == kind
}

// noteDrops keeps who dropped the bombs.
func (w *hexabombWalk) noteDrops(turn int) {
	for x := range w.asked {
		if w.did(x, hexabomb.DropBomb) {
			w.drops[w.before.Character(x).Cell] = drop{turn, x}
		}
	}
}

// seeIdle notes a character that did nothing though it could.
func (w *hexabombWalk) seeIdle(x, turn int) {
	p, c := w.board.Owner(x), w.before.Character(x)
	if w.board.SuddenDeath() || !w.answered[p] {
		return
	}
	switch {
	case !c.Alive:
		asked := w.asked[x] != none && w.actions[w.asked[x]].Kind == hexabomb.Revive
		if !asked && c.ReviveDelay == 0 && w.canRevive(c.Cell) {
			w.again(Revival, p, w.name(x), turn)
		}
	case w.asked[x] == none && w.after.Character(x).Alive && w.ahead.safe(c.Cell) && w.freeToMove(c.Cell):
		w.again(Idle, p, w.name(x), turn)
	}
}

// canRevive tells whether a character that lies on a cell can live again without dying at once: there, or in the rules
// of 2018 anywhere.
func (w *hexabombWalk) canRevive(grave hexabomb.Cell) bool {
	if w.board.Version() != hexabomb.V2018 {
		return w.before.Empty(grave) && w.ahead.safe(grave)
	}
	for c := range hexabomb.Cell(w.board.NumCells()) {
		if w.before.Empty(c) && w.ahead.safe(c) {
			return true
		}
	}
	return false
}

func (w *hexabombWalk) freeToMove(from hexabomb.Cell) bool {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if to, ok := w.board.Neighbour(from, d); ok && w.before.Empty(to) && w.ahead.safe(to) {
			return true
		}
	}
	return false
}
