package replay

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"blastyard/game"
)

// A Difference is the first place where a replay and the rules disagree.
type Difference struct {
	Turn  int    // 0: the start
	Field string // a part of game.Kind.Parts, refused, winner, result scores, …, or a path in a state's JSON
	Want  string // the value in the replay
	Got   string // the value by the rules
	Note  string // a possible explanation; may be empty
}

func (d *Difference) Error() string { return fmt.Sprintf("replay: turn %d: %s", d.Turn, d.What()) }

// What describes the difference in the turn.
func (d *Difference) What() string {
	text := fmt.Sprintf("%s: the replay has %s, playing it gives %s", d.Field, d.Want, d.Got)
	if d.Note != "" {
		text += " (" + d.Note + ")"
	}
	return text
}

// Verify plays a replay again from its actions and compares the state after each turn, the refused actions if they
// were recorded, and the result. The error is a *Difference if they disagree, and ErrNoRules for games that are not
// among kinds.
func Verify(r *Replay, kinds []*game.Kind) error {
	m, err := NewMatch(&r.Header, kinds)
	if err != nil {
		return err
	}
	k, err := game.Find(kinds, r.Header.Game)
	if err != nil {
		return err
	}
	v := verifier{kind: k.ByRules(int(r.Header.Rules)), match: m, header: &r.Header, note: r.Header.OtherRules(kinds)}
	if err := v.state(r.Header.Hash, r.Header.State); err != nil {
		return err
	}
	for i := range r.Turns {
		if err := v.turn(&r.Turns[i]); err != nil {
			return err
		}
	}
	if r.Result == nil {
		return nil
	}
	return v.result(r.Result)
}

// verifier plays a replay again.
type verifier struct {
	kind   *game.Kind
	match  game.Match
	header *Header
	turns  int
	json   []byte
	note   string // a possible explanation of a difference from here on
}

func (v *verifier) differs(field string, want, got any) error {
	return &Difference{Turn: v.turns, Field: field, Want: fmt.Sprint(want), Got: fmt.Sprint(got), Note: v.note}
}

func (v *verifier) turn(t *Turn) error {
	v.turns++
	if v.match.Over() {
		return v.differs("turn", "one more turn", "an end of the match before it")
	}
	kept := len(t.State) > 0
	order, err := ask(v.match, t)
	if err != nil {
		return err
	}
	if m, ok := game.As[game.WithChance](v.match); ok && v.note == "" && kept {
		if what := m.Chance(); what != "" {
			v.note = fmt.Sprintf("%s in turn %d: the original drew the loser by a chance that no seed repeats",
				what, v.turns)
		}
	}
	report := !kept || len(t.Refused) > 0 // with states they are not always recorded
	v.match.Play(order, report)
	if err := v.state(t.Hash, t.State); err != nil {
		return err
	}
	if kept && t.Winner != nil && *t.Winner != v.match.Winner() {
		return v.differs("winner", *t.Winner, v.match.Winner())
	}
	if !report {
		return nil
	}
	return v.refused(t.Refused, v.match.AppendRefused(nil))
}

// state compares the state after a turn with the recorded hash or state.
func (v *verifier) state(hash *Hash, raw RawState) error {
	got := v.match.Hash()
	switch {
	case len(raw) > 0:
		return v.rawState(raw)
	case hash == nil:
		return v.differs("hash", "none", got)
	case *hash == got:
		return nil
	}
	for i, name := range v.kind.Parts {
		if name != "" && hash.Parts[i] != got.Parts[i] {
			return v.differs(name, fmt.Sprintf("the hash %04x", hash.Parts[i]), fmt.Sprintf("%04x", got.Parts[i]))
		}
	}
	return v.differs("hash", fmt.Sprintf("%016x", hash.Whole), fmt.Sprintf("%016x", got.Whole))
}

// rawState compares the state with one in JSON by value: spaces and the order of keys do not matter, nor do
// differences that the game ignores.
func (v *verifier) rawState(raw RawState) error {
	v.json = v.match.AppendState(v.json[:0])
	if bytes.Equal(v.json, raw) {
		return nil
	}
	var fault error
	if m, ok := game.As[game.StateComparer](v.match); ok {
		var same bool
		if same, fault = m.SameState(raw); same {
			return nil
		}
	}
	if path, want, got, differ := compareJSON(raw, v.json); differ {
		return v.differs(path, want, got)
	}
	if fault != nil {
		return v.differs("state", fault, "a state without that")
	}
	return nil
}

// refused compares lists of refused actions. Unreadable ones come first, so only the order within each player counts.
func (v *verifier) refused(recorded, played []game.Refusal) error {
	byPlayer := func(list []game.Refusal) []game.Refusal {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b game.Refusal) int { return cmp.Compare(a.Player, b.Player) })
		return list
	}
	want, got := byPlayer(recorded), byPlayer(played)
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			return v.differs("refused", "no more", got[i])
		case i >= len(got):
			return v.differs("refused", want[i], "no more")
		case want[i] != got[i]:
			return v.differs("refused", want[i], got[i])
		}
	}
	return nil
}

// result compares the ends of the match.
func (v *verifier) result(r *Result) error {
	if r.Turns != v.turns {
		return v.differs("result turns", r.Turns, v.turns)
	}
	kept := len(v.header.State) > 0
	unwon := r.Why != "" && (kept || r.Winner == -1) // a match that was broken off has no winner
	if winner := v.header.Winner(v.match, r); !unwon && r.Winner != winner {
		return v.differs("result winner", r.Winner, winner)
	}
	if len(r.Scores) > 0 && !slices.Equal(r.Scores, scores(v.match)) {
		return v.differs("result scores", r.Scores, scores(v.match))
	}
	return nil
}
