// Package explain tells from a replay what cost each player most: characters lost in blasts that were known, bombs
// for nothing, turns in which nothing was done. It plays the match again by its rules; what a player knew in a turn
// is the board before it.
package explain

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"blastyard/bomberman"
	"blastyard/bomberman/forecast"
	"blastyard/game"
	"blastyard/hexabomb"
	"blastyard/replay"
)

// Kind is what a lesson is about.
type Kind uint8

// The kinds of lessons.
const (
	Blast   Kind = iota // a character went into a blast that was known, or stayed in it, and could have lived
	OwnBomb             // characters died in the blast of their own player's bombs alone
	Waste               // a bomb that gained nothing
	Idle                // turns without an action of a character that was free to move
	Revival             // turns in which a dead character was not revived though it could have been
	Refused             // actions that were refused for the same reason
	Late                // turns without an answer in time
	Death               // a character died, and its player could not help it
	Bombs               // a player's bombs gained less than another's, over the whole match
	Failure             // the player left the match before its end
)

var kindNames = [...]string{"blast", "own bomb", "waste", "idle", "revival", "refused", "late", "death", "bombs",
	"failure"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText writes what String returns.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A Lesson is something that a player could have done better. Its turns count from 1, as those of a replay do: the
// choice of turn 1 leads from the start to the board after turn 1.
type Lesson struct {
	Turn   int  `json:"turn"` // the first that it is about
	Last   int  `json:"last"` // and the last; the same, if it is about one
	Player int  `json:"player"`
	Kind   Kind `json:"kind"`
	Cost   int  `json:"cost"` // in points, an estimate; see docs/explain.md
	// one line without the turn; may quote what the replay holds: not safe to print as it is
	Text string `json:"text"`

	escape *escape // of Blast and OwnBomb, where one was there
	dead   int     // of Blast, OwnBomb and Death: how many characters died
}

// When says in words which turns a lesson is about.
func (l *Lesson) When() string {
	if l.Last > l.Turn {
		return fmt.Sprintf("turns %d to %d", l.Turn, l.Last)
	}
	return fmt.Sprintf("turn %d", l.Turn)
}

// A Report is what explains a match.
type Report struct {
	Lessons []Lesson // ordered by turn, player and kind
	Tallies []Tally  // by player
	Moments []Moment // the turns that decided the match, at most three, by turn
	Story   string   // why the winner won, in a sentence; may hold names: not safe to print as it is

	walls bool // bombs break walls, and paint no cells
}

// Match returns the lessons of a match; see Explain.
func Match(r *replay.Replay, kinds []*game.Kind) ([]Lesson, error) {
	report, err := Explain(r, kinds)
	if report == nil {
		return nil, err
	}
	return report.Lessons, err
}

// Explain explains a match. It fails for games that are not among kinds, and with ErrUnknown for those that nobody here
// can explain. Where the actions of the replay do not lead to what it recorded, there are both a report about the turns
// before and an error.
func Explain(r *replay.Replay, kinds []*game.Kind) (*Report, error) {
	m, err := replay.NewMatch(&r.Header, kinds)
	if err != nil {
		return nil, err
	}
	turns, err := valid(r, kinds)
	l := newLedger(&r.Header, len(turns), r.Result != nil && r.Result.Why == "" && err == nil)
	var w walk
	switch s := m.State().(type) {
	case *hexabomb.State:
		w = newHexabombWalk(l, s)
	case *bomberman.State:
		w = newBombermanWalk(l, s)
	default:
		return nil, fmt.Errorf("%w: %s", ErrUnknown, r.Header.Game)
	}
	for i := range turns {
		w.turn(&turns[i])
		l.endTurn(&turns[i])
	}
	w.end()
	w.compare()
	report := &Report{Lessons: l.settle(w.price())}
	names := newCallNames(&r.Header)
	w.tellStory(report, names, l.complete)
	if ahead := m.Winner(); l.complete && ahead != r.Result.Winner {
		report.Story = l.upset(r.Result.Winner, ahead, names)
	}
	return report, err
}

// ErrUnknown says that matches of a game cannot be explained.
var ErrUnknown = errors.New("explain: no lessons for this game")

// walk goes through a match of one game.
type walk interface {
	turn(t *replay.Turn)
	end()
	// price is what a turn of a character is worth.
	price() float64
	// compare adds lessons that compare players over the whole match.
	compare()
	// tellStory adds to the report what decided the match; won: it came to its end.
	tellStory(report *Report, names *callNames, won bool)
}

// valid is the turns that the rules and the replay agree on, and why that is not all.
func valid(r *replay.Replay, kinds []*game.Kind) ([]replay.Turn, error) {
	err := replay.Verify(r, kinds)
	if err == nil {
		return r.Turns, nil
	}
	var differs *replay.Difference
	if !errors.As(err, &differs) {
		return nil, err
	}
	return r.Turns[:min(len(r.Turns), max(0, differs.Turn-1))], err
}

// Costliest returns the lessons that cost a player most, at most n: the costliest first, then by turn. The player -1
// is all players, with up to n lessons each, by player.
func Costliest(lessons []Lesson, player, n int) []Lesson {
	var list []Lesson
	for _, l := range lessons {
		if player < 0 || l.Player == player {
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b Lesson) int { return cmp.Or(a.Player-b.Player, b.Cost-a.Cost) })
	of, taken := -1, 0
	return slices.DeleteFunc(list, func(l Lesson) bool {
		if l.Player != of {
			of, taken = l.Player, 0
		}
		taken++
		return taken > n
	})
}

// escape is a safe move that was there and was not taken.
type escape struct {
	turn      int
	character int    // of hexabomb
	direction string // empty: to stay
	x, y      int    // where it leads: in hexabomb Q and R
	moved     bool   // the character went somewhere else instead; else it stayed
	late      bool   // its player did not answer in time

	boom []forecast.Set // of bomberman: the explosions that were known, as of bombermanAhead
}

func (e *escape) String() string {
	if e.direction == "" {
		return fmt.Sprintf("staying at (%d,%d)", e.x, e.y)
	}
	return fmt.Sprintf("%s to (%d,%d)", e.direction, e.x, e.y)
}

// could is the end of a sentence about a character that did not take it.
func (e *escape) could(name string) string {
	if e.direction == "" {
		return fmt.Sprintf("; %s could have stayed at (%d,%d) in turn %d", name, e.x, e.y, e.turn)
	}
	return fmt.Sprintf("; %s could have gone %v in turn %d", name, e, e.turn)
}

// ofTurn says when a bomb came onto the board, where that is known.
func ofTurn(turn int) string {
	if turn == 0 {
		return ""
	}
	return fmt.Sprintf(" of turn %d", turn)
}

// tell is the text about a character that did not take it and died in the blast of a bomb in turn death.
func (e *escape) tell(name, bomb string, death int) string {
	verb, late := "stayed in", ""
	if e.moved {
		verb = "walked into"
	}
	if e.late {
		late = ", with no answer in time"
	}
	return fmt.Sprintf("%s %s a blast that was known (%s, due in %d)%s; %v was safe", name, verb, bomb, death-e.turn+1,
		late, e)
}

// wayOut says when the last way out was; turn 0: there never was one.
func wayOut(turn int) string {
	if turn == 0 {
		return "there was no way out"
	}
	return fmt.Sprintf("the last way out was in turn %d", turn)
}

// fate is the text of a Death: name died by a bomb that was known for so many turns.
func fate(name, bomb string, known, lastSafe int) string {
	if known == 0 {
		return fmt.Sprintf("%s died in a blast that nobody could know (%s): a bomb of the same turn was part of it",
			name,
			bomb)
	}
	return fmt.Sprintf("%s died in a blast that was known for %s (%s); %s", name, countTurns(known), bomb,
		wayOut(lastSafe))
}

// at is how texts write a place of hexabomb.
func at(c hexabomb.Coord) string { return fmt.Sprintf("(%d,%d)", c.Q, c.R) }
