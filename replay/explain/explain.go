// Package explain determines from a replay what cost each player most: characters that died in known blasts, useless
// bombs, turns without an action. It plays the match again by its rules. What a player knew in a turn is the board
// before it.
package explain

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/replay"
)

// Kind is the kind of a lesson.
type Kind uint8

// The values of Kind.
const (
	Blast   Kind = iota // a character entered a known blast or stayed in it, although it could have survived
	OwnBomb             // characters died only by bombs of their own player
	Waste               // a bomb that gained nothing
	Idle                // turns without an action of a character that was free to move
	Revival             // turns in which a dead character was not revived although that was possible
	Refused             // actions that were refused for the same reason
	Late                // turns without an answer in time
	Death               // a character died, and its player could not prevent it
	Bombs               // over the whole match a player's bombs gained less than another's
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

// A Lesson is something that a player could have done better. Turns are numbered from 1, as in a replay: the choice
// of turn 1 leads from the start to the board after turn 1.
type Lesson struct {
	Turn   int  `json:"turn"` // the first turn that it is about
	Last   int  `json:"last"` // the last turn that it is about; may be the same
	Player int  `json:"player"`
	Kind   Kind `json:"kind"`
	Cost   int  `json:"cost"` // estimated points; see docs/explain.md
	// one line without the turn; may quote the replay: not safe to print
	Text string `json:"text"`

	escape *escape // for Blast and OwnBomb, if there was one
	dead   int     // for Blast, OwnBomb and Death: how many characters died
}

// When names the turns of a lesson.
func (l *Lesson) When() string {
	if l.Last > l.Turn {
		return fmt.Sprintf("turns %d to %d", l.Turn, l.Last)
	}
	return fmt.Sprintf("turn %d", l.Turn)
}

// A Report is the explanation of a match.
type Report struct {
	Lessons []Lesson // ordered by turn, player and kind
	Tallies []Tally  // by player
	Moments []Moment // the turns that decided the match, at most three, in order
	Story   string   // why the winner won, in a sentence; may contain names: not safe to print

	// Differences say for all pairs of players with a score why one scored more than the other: the winner before
	// all others, then the player with the higher score.
	Differences []Difference

	winner int  // by the rules; -1: none, or the match was not played to its end
	walls  bool // bombs break walls, and paint no cells
}

// Match returns the lessons of a match; see Explain.
func Match(r *replay.Replay, kinds []*game.Kind) ([]Lesson, error) {
	report, err := Explain(r, kinds)
	if report == nil {
		return nil, err
	}
	return report.Lessons, err
}

// Explain explains a match. Of games without entries of their own, also those that are not among kinds, it tells what
// every match shows: who led, whose cells the board has, refused actions, late turns, failures. If the actions of the
// replay do not lead to the recorded states, it returns both a report about the turns before and an error.
func Explain(r *replay.Replay, kinds []*game.Kind) (*Report, error) {
	report, _, err := explained(r, kinds)
	return report, err
}

// explained is Explain; it also returns the review of the match, nil for a game without entries.
func explained(r *replay.Replay, kinds []*game.Kind) (*Report, *review, error) {
	m, err := replay.NewMatch(&r.Header, kinds)
	if foreign(err, r, kinds) {
		return explainRecorded(r, kinds), nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	turns, err := valid(r, kinds)
	l := newLedger(&r.Header, len(turns), ended(r) && err == nil)
	rules, board, ok := rulesOf(m, l.mark)
	if !ok {
		report, err := explainByMatch(r, turns, m, err)
		return report, nil, err
	}
	v := newReview(l, m, rules, board)
	for i := range turns {
		if err := v.turn(&turns[i]); err != nil {
			return nil, nil, err
		}
	}
	v.end()
	report, names := &Report{Lessons: v.settle(v.price())}, newCallNames(&r.Header)
	v.tellStory(report, names)
	if ahead := m.Winner(); v.complete && ahead != r.Result.Winner {
		report.Story = v.upset(r.Result.Winner, ahead, names)
	}
	return report, v, err
}

// ended reports whether a match was played to its end.
func ended(r *replay.Replay) bool { return r.Result != nil && r.Result.Why == "" }

// foreign reports whether the rules of a match are not known because its game is not.
func foreign(err error, r *replay.Replay, kinds []*game.Kind) bool {
	_, unknown := game.Find(kinds, r.Header.Game)
	return errors.Is(err, replay.ErrNoRules) && unknown != nil
}

// entries are those of the games that have some: each finds a match of its own game.
var entries []func(m game.Match, mark func(player int) string) (rules, *layout, bool)

// rulesOf returns the rules and the board of a match, if its game has entries.
func rulesOf(m game.Match, mark func(player int) string) (rules, *layout, bool) {
	for _, of := range entries {
		if r, b, ok := of(m.Bare(), mark); ok {
			return r, b, true
		}
	}
	return nil, nil, false
}

// valid returns the turns for which the rules and the replay agree, and why these are not all.
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

// Costliest returns the lessons that cost a player most, at most n: the costliest first, then by turn. Player -1
// means all players, with up to n lessons each, sorted by player.
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
