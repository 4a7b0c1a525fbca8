package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/rules/hexabomb"
)

// TestRulesAreWritten: a replay of our own rules must contain their version. One with the states of another game
// logic need not.
func TestRulesAreWritten(t *testing.T) {
	for _, r := range []*Replay{smallMatch.play(t), playBombers(t, 7, 10, "random", "random")} {
		if got := reread(t, r).Header.Rules; got != r.Header.Rules || got < 1 {
			t.Errorf("%s: rules %d, want %d", r.Header.Game, got, r.Header.Rules)
		}
		r.Header.Rules = 0
		if _, err := NewWriter(&bytes.Buffer{}, &r.Header); err == nil || !strings.Contains(err.Error(), "rules is 0, expected the version") {
			t.Errorf("%s without a version: %v", r.Header.Game, err)
		}
	}
	states := smallMatch
	states.overWire = true
	r := states.play(t)
	r.Header.Rules = 0
	if got := reread(t, r).Header; got.Rules != 0 || got.OtherRules(games.All()) != "" {
		t.Errorf("with states: rules %d, %q", got.Rules, got.OtherRules(games.All()))
	}
}

// TestOtherRules: a replay that was made with other rules reports that where it differs.
func TestOtherRules(t *testing.T) {
	r := smallMatch.play(t)
	r.Header.Rules = 99
	const want = "made by rules 99, this program has "
	if text := r.Header.OtherRules(games.All()); !strings.HasPrefix(text, want) {
		t.Errorf("%q", text)
	}
	if err := Verify(r, games.All()); err != nil {
		t.Errorf("the states are the same, but: %v", err)
	}
	r.Turns[2].Hash.Parts[0]++
	var d *Difference
	if err := Verify(r, games.All()); !errors.As(err, &d) || !strings.HasPrefix(d.Note, want) {
		t.Errorf("%v", err)
	}
}

// TestRulesAreANumber: rules are written as a number, and read from a number or from a text as in old replays.
func TestRulesAreANumber(t *testing.T) {
	r := smallMatch.play(t)
	line, err := appendHeader(nil, &r.Header)
	if err != nil {
		t.Fatal(err)
	}
	number := fmt.Appendf(nil, `"rules":%d`, hexabomb.V11.Number())
	if !bytes.Contains(line, number) {
		t.Errorf("%s, expected %s in it", line, number)
	}
	for _, c := range []struct {
		text string
		want Rules // -1: an error that names the field
	}{
		{`3`, 3}, {`"3"`, 3}, {`0`, 0}, {`"x"`, -1}, {`-1`, -1}, {`1.5`, -1}, {`4294967296`, -1}, {`[]`, -1},
	} {
		var h Header
		err := json.Unmarshal(bytes.Replace(line, number, []byte(`"rules":`+c.text), 1), &h)
		if c.want < 0 && (err == nil || !strings.Contains(err.Error(), "rules is ")) || c.want >= 0 && (err != nil || h.Rules != c.want) {
			t.Errorf("%s: %d, %v", c.text, h.Rules, err)
		}
	}
}
