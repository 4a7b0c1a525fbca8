package replay

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	bombermanwire "blastyard/bomberman/wire"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
)

// A Difference is the first place where a replay and the rules disagree.
type Difference struct {
	Turn  int    // 0: the start
	Field string // a part of game.Kind.Parts, refused, winner, result scores, …, or where in a state's JSON
	Want  string // what the replay holds
	Got   string // what playing gives
	Note  string // what may explain it, or empty
}

func (d *Difference) Error() string {
	text := fmt.Sprintf("replay: turn %d: %s: the replay has %s, playing it gives %s", d.Turn, d.Field, d.Want, d.Got)
	if d.Note != "" {
		text += " (" + d.Note + ")"
	}
	return text
}

// Verify plays a replay again from its actions and compares the state after each turn, the refused actions where they were
// recorded, and the result. The error is a *Difference where they disagree, and ErrNoRules for games without rules here.
func Verify(r *Replay) error {
	g, err := NewGame(&r.Header)
	if err != nil {
		return err
	}
	v := verifier{game: g, header: &r.Header, note: r.Header.OtherRules()}
	if g.Hexabomb != nil {
		v.encoder = wire.NewEncoder(g.Hexabomb.Board())
	} else if len(r.Header.State) > 0 {
		v.names.Names = bomberNames(&r.Header)
	}
	if err := v.state(0, r.Header.Hash, r.Header.State); err != nil {
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
	game    *Game
	header  *Header
	turns   int
	encoder *wire.Encoder      // of hexabomb
	names   bombermanwire.Text // of states of bomberman
	json    []byte
	note    string // what may explain a difference from here on
}

func (v *verifier) differs(field string, want, got any) error {
	return &Difference{Turn: v.turns, Field: field, Want: fmt.Sprint(want), Got: fmt.Sprint(got), Note: v.note}
}

func (v *verifier) turn(t *Turn) error {
	v.turns++
	if v.game.Over() {
		return v.differs("turn", "one more turn", "an end of the match before it")
	}
	if v.note == "" && len(t.State) > 0 && v.game.Bomberman != nil && contested(v.game.Bomberman, t) {
		v.note = fmt.Sprintf("players wanted the same block in turn %d: the original drew the loser by a chance that no seed repeats", v.turns)
	}
	refused, err := v.game.Play(t)
	if err != nil {
		return err
	}
	if err := v.state(v.turns, t.Hash, t.State); err != nil {
		return err
	}
	if len(t.State) > 0 {
		if t.Winner != nil && *t.Winner != v.game.Winner() {
			return v.differs("winner", *t.Winner, v.game.Winner())
		}
		if len(t.Refused) == 0 {
			return nil // not recorded
		}
	}
	return v.refused(t.Refused, refused)
}

// state compares the state after a turn with the hash or the state that was recorded.
func (v *verifier) state(turn int, hash *Hash, raw RawState) error {
	if len(raw) > 0 {
		return v.rawState(turn, raw)
	}
	if hash == nil {
		return v.differs("hash", "none", v.game.Hash())
	}
	got := v.game.Hash()
	if *hash == got {
		return nil
	}
	for i, name := range partNames(v.header.Game) {
		if hash.Parts[i] != got.Parts[i] {
			return v.differs(name, fmt.Sprintf("the hash %04x", hash.Parts[i]), fmt.Sprintf("%04x", got.Parts[i]))
		}
	}
	return v.differs("hash", fmt.Sprintf("%016x", hash.Whole), fmt.Sprintf("%016x", got.Whole))
}

// rawState compares the state with one in JSON, by value: spaces, the order of keys and the order of explosions are free.
func (v *verifier) rawState(turn int, raw RawState) error {
	var equal bool
	var fault error
	if s := v.game.Hexabomb; s != nil {
		v.json = v.encoder.Append(v.json[:0], s)
		if equal = bytes.Equal(v.json, raw); !equal {
			var recorded *hexabomb.State
			recorded, fault = wire.DecodeState(s.Board(), turn, raw)
			equal = fault == nil && recorded.Equal(s)
		}
	} else {
		v.json = v.names.AppendState(v.json[:0], v.game.Bomberman)
		equal = bytes.Equal(v.json, raw)
	}
	if equal {
		return nil
	}
	if path, want, got, differ := compareJSON(raw, v.json); differ {
		return v.differs(path, want, got)
	}
	if fault != nil {
		return v.differs("state", fault, "a state without that")
	}
	return nil
}

// refused compares lists of refused actions. Those that nobody could read stand before the others, so the order counts within
// each player's only.
func (v *verifier) refused(recorded, played []Refused) error {
	byPlayer := func(list []Refused) []Refused {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b Refused) int { return cmp.Compare(a.Player, b.Player) })
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

func (r Refused) String() string {
	if r.Action == "" {
		return fmt.Sprintf("player %d: %s", r.Player, r.Reason)
	}
	return fmt.Sprintf("player %d: %s: %s", r.Player, r.Action, r.Reason)
}

// result compares how the match ended.
func (v *verifier) result(r *Result) error {
	if r.Turns != v.turns {
		return v.differs("result turns", r.Turns, v.turns)
	}
	kept := len(v.header.State) > 0
	unwon := r.Why != "" && (kept || r.Winner == -1) // a match that was broken off has no winner
	if !unwon && r.Winner != v.game.Winner() {
		return v.differs("result winner", r.Winner, v.game.Winner())
	}
	if len(r.Scores) > 0 && !slices.Equal(r.Scores, v.game.Scores()) {
		return v.differs("result scores", r.Scores, v.game.Scores())
	}
	return nil
}
