package replay

import (
	"bytes"
	"errors"
	"strconv"
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
		r.Header.Rules = ""
		got, err := Read(bytes.NewReader(write(t, r)))
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if c.rules > 0 {
			want = strconv.Itoa(c.rules)
		}
		if got.Header.Rules != want || got.Header.OtherRules() != "" {
			t.Errorf("%s: rules %q, %q, want %q", c.name, got.Header.Rules, got.Header.OtherRules(), want)
		}
	}
}

// A replay that was made by other rules says so where it differs.
func TestOtherRules(t *testing.T) {
	r := smallMatch.play(t)
	r.Header.Rules = "99"
	const want = "made by rules 99 of hexabomb, this program has "
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
