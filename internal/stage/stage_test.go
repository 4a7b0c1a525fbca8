package stage_test

import (
	"testing"

	"blastyard/internal/stage"
)

func TestOnly(t *testing.T) {
	for _, row := range []struct {
		value string
		runs  bool
	}{{"all", true}, {"", false}, {"some", false}} {
		t.Run("BLASTYARD_TEST="+row.value, func(t *testing.T) {
			t.Setenv("BLASTYARD_TEST", row.value)
			var ran bool
			t.Run("guarded", func(t *testing.T) {
				stage.Only(t, "a test of the guard")
				ran = true
			})
			if ran != row.runs || stage.All() != row.runs {
				t.Errorf("the test ran: %v, All() = %v; want %v", ran, stage.All(), row.runs)
			}
		})
	}
}
