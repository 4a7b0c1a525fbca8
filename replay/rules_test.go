package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"blastyard/bomberman"
	"blastyard/hexabomb"
)

// A replay of our own rules holds their version, one with states of another's game logic does not.
func TestRulesAreWritten(t *testing.T) {
	states := smallMatch
	states.overWire = true
	for _, c := range []struct {
		name  string
		r     *Replay
		rules int
	}{
		{"hexabomb", smallMatch.play(t), hexabomb.RulesVersion},
		{"bomberman", playBombers(t, 7, 10, "random", "random"), bomberman.RulesVersion},
		{"with states", states.play(t), 0},
	} {
		r := c.r
		r.Header.Rules = 0
		got, err := Read(bytes.NewReader(write(t, r)))
		if err != nil {
			t.Fatal(err)
		}
		want := Rules(c.rules)
		if got.Header.Rules != want || got.Header.OtherRules() != "" {
			t.Errorf("%s: rules %d, %q, want %d", c.name, got.Header.Rules, got.Header.OtherRules(), want)
		}
	}
}

// A replay that was made by other rules says so where it differs.
func TestOtherRules(t *testing.T) {
	r := smallMatch.play(t)
	r.Header.Rules = 99
	const want = "made by rules 99, this program has "
	if text := r.Header.OtherRules(); !strings.HasPrefix(text, want) {
		t.Errorf("%q", text)
	}
	if err := Verify(r); err != nil {
		t.Errorf("the states are the same, but: %v", err)
	}
	r.Turns[2].Hash.Parts[0]++
	var d *Difference
	if err := Verify(r); !errors.As(err, &d) || !strings.HasPrefix(d.Note, want) {
		t.Errorf("%v", err)
	}
}

// Rules are written as a number and read as one, or as the text that they were at first.
func TestRulesAreANumber(t *testing.T) {
	r := smallMatch.play(t)
	line, err := appendHeader(nil, &r.Header)
	if err != nil {
		t.Fatal(err)
	}
	number := fmt.Appendf(nil, `"rules":%d`, hexabomb.RulesVersion)
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
