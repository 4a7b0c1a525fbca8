package submission

import (
	"context"
	"testing"
	"time"
)

// TestTestMatchesAfterKill: test matches that were not over when the server was killed are played when it runs again,
// once. A submission whose test matches kill the server is not tried for ever.
func TestTestMatchesAfterKill(t *testing.T) {
	for name, c := range map[string]struct {
		change func(r *Report) // of the report as the killed server left it
		played bool
	}{
		"before the first": {func(*Report) {}, true},
		"in the middle":    {func(r *Report) { r.Testing, r.TestsBegun, r.Tests = true, 1, []TestMatch{{Reason: "old"}} }, true},
		"again and again":  {func(r *Report) { r.Testing, r.TestsBegun = true, maxBegun }, false},
		"after the last":   {func(r *Report) { r.Tested, r.TestsBegun = true, 1 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			o, _ := fakes(t)
			d := newInbox(t, o)
			r := submit(t, d, "Ann", simple(t, "one"))
			r.State = Accepted
			c.change(r)
			if err := d.write(r); err != nil {
				t.Fatal(err)
			}
			tested := make(chan string, 10)
			o.Test = func(_ context.Context, team string, _ func(hash, path string) error, told func(TestMatch)) error {
				told(TestMatch{Reason: "new"})
				tested <- team
				return nil
			}
			d = newInbox(t, o)
			run(t, d)
			other := submit(t, d, "Bea", simple(t, "two")) // it is always tested
			for wait, teams := time.After(time.Minute), map[string]int{}; ; {
				select {
				case team := <-tested:
					teams[team]++
				case <-wait:
					t.Fatalf("tested after a minute: %v", teams)
				}
				if teams["Bea"] == 1 && (!c.played || teams["Ann"] == 1) {
					break
				}
			}
			if c.played {
				untilTested(t, d, r)
			}
			untilTested(t, d, other)
			now, _ := d.Report("Ann", r.ID)
			if len(tested) > 0 || now.Testing || c.played && (len(now.Tests) != 1 || now.Tests[0].Reason != "new") {
				t.Errorf("%d more, %+v", len(tested), now)
			}
		})
	}
}

// untilTested waits until the test matches of a submission are over.
func untilTested(t *testing.T, d *Inbox, r *Report) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if now, _ := d.Report(r.Team, r.ID); now.Tested {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the test matches of %s are not over after a minute", r.Team)
		}
	}
}
