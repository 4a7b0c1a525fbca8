package dataset

import (
	"bytes"
	"slices"
	"testing"

	"blastyard/internal/stage"
	"blastyard/train/observe"
)

// TestGeneralPath: the two games have the same rows through the path of any game as through their own: masks, actions,
// scores. What a mask refuses has a number on their own path only.
func TestGeneralPath(t *testing.T) {
	names := golden[2:]
	if stage.All() {
		names = golden
	}
	for _, name := range names {
		own, faults := rowsOf(t, name, false)
		general, more := rowsOf(t, name, true)
		if own.Rows == 0 || own.Rows != general.Rows || len(faults) != 0 || len(more) != 0 {
			t.Fatalf("%s: %d and %d rows, %v, %v", name, own.Rows, general.Rows, faults, more)
		}
		if !slices.Equal(own.Mask, general.Mask) || !slices.Equal(own.Turn, general.Turn) ||
			!slices.Equal(own.Player, general.Player) || !slices.Equal(own.Score, general.Score) ||
			!bytes.Equal(own.Won, general.Won) {
			t.Errorf("%s: masks, turns, players, scores or winners differ", name)
		}
		each, known, asked := len(own.Mask)/len(own.Actions), 0, 0
		for i, a := range own.Actions {
			allowed := a != NoAction && own.Mask[i*each+int(a)] == 1
			if g := general.Actions[i]; allowed && g != a && g != NoAction || !allowed && g != NoAction && g != 0 {
				t.Fatalf("%s, row %d: action %d, on the path of any game %d", name, i, a, g)
			} else if allowed && a != 0 {
				asked++
				known += int(number(g == a))
			}
		}
		if asked < 20 || known < asked {
			t.Errorf("%s: %d of %d actions have a number", name, known, asked)
		}
	}
}

func rowsOf(t *testing.T, name string, general bool) (*Batch, []Fault) {
	t.Helper()
	d, err := Open([]string{path(name)}, Options{Form: observe.None, general: general})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	return all(t, d, 100)
}

func number(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
