package submission

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena/checkup"
)

// TestTurns: a check keeps its room from match to match, but not for ever, gives it back to play alone, and at its end.
// The first match is urgent, the long check is not.
func TestTurns(t *testing.T) {
	o, _ := fakes(t)
	var did []string
	o.Turn = func(_ context.Context, alone, urgent bool) (func(), error) {
		did = append(did, fmt.Sprintf("take alone=%v urgent=%v", alone, urgent))
		return func() { did = append(did, "leave") }, nil
	}
	o.check = func(ctx context.Context, c checkup.Config) (*checkup.Report, error) {
		for _, m := range []struct {
			alone bool
			takes time.Duration
		}{{false, time.Second}, {false, keptTurn}, {false, time.Second}, {true, time.Second}, {false, time.Second}} {
			leave, err := c.Turn(ctx, m.alone)
			if err != nil {
				return nil, err
			}
			time.Sleep(m.takes)
			leave()
		}
		return &checkup.Report{OK: true}, nil
	}
	d := newInbox(t, o)
	synctest.Test(t, func(t *testing.T) {
		l := &look{inbox: d, r: &Report{}}
		for _, brief := range []bool{true, false} {
			did = nil
			if _, err := l.checkup(t.Context(), brief); err != nil {
				t.Fatal(err)
			}
			take := fmt.Sprintf("take alone=false urgent=%v", brief)
			want := []string{take, "leave", take, "leave", fmt.Sprintf("take alone=true urgent=%v", brief), "leave", take, "leave"}
			if !slices.Equal(did, want) {
				t.Errorf("%q, want %q", did, want)
			}
		}
	})
}
