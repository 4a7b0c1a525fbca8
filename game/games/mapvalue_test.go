package games_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/game/games"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// TestMapValue: the value of a map that was opened is what its file says, which replays have.
func TestMapValue(t *testing.T) {
	k := games.Hexabomb()
	for _, name := range maps.Names() {
		m, err := k.OpenMap(name)
		if err != nil {
			t.Fatal(err)
		}
		value, ok := m.Value.(*hexabomb.Map)
		if !ok {
			t.Fatalf("%s: the value is %T", name, m.Value)
		}
		file, err := wire.DecodeMap(m.File)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(file, value); d != "" {
			t.Errorf("%s (- file, + value):\n%s", name, d)
		}
		m.Value = nil
		if k.Seats(m) != len(value.Starts) {
			t.Errorf("%s: %d seats without the value, %d with it", name, k.Seats(m), len(value.Starts))
		}
	}
}
