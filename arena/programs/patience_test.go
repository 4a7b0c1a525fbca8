package programs

import (
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena"
)

// leaver is a program that ends after some time. During a part of it the program waits for a processor.
type leaver struct {
	began time.Time
	done  chan struct{}
	part  float64
}

func (l *leaver) Done() <-chan struct{} { return l.done }

func (l *leaver) HostTime() time.Duration {
	return time.Duration(l.part * float64(time.Since(l.began)))
}

// TestPatienceWithPrograms: AwaitAll waits until a program has ended or has had its time. Waiting for a processor
// does not count.
func TestPatienceWithPrograms(t *testing.T) {
	const never = time.Hour
	tests := map[string]struct {
		ends   time.Duration // from the end of the match to the end of the program
		part   float64       // of the time, waiting for a processor
		broken time.Duration // when the match is broken off; 0: never
		want   time.Duration
	}{
		"ends":                        {ends: arena.Goodbye / 4, want: arena.Goodbye / 4, broken: never},
		"stays":                       {ends: never, want: arena.Goodbye, broken: never},
		"stays, and the machine":      {ends: never, part: 0.5, want: 2 * arena.Goodbye, broken: never},
		"ends late by the machine":    {ends: 3 * arena.Goodbye / 2, part: 0.5, want: 3 * arena.Goodbye / 2, broken: never},
		"ends late by itself":         {ends: 3 * arena.Goodbye / 2, part: 0.2, want: 5 * arena.Goodbye / 4, broken: never},
		"gets no processor":           {ends: never, part: 1, want: LongestWait * arena.Goodbye, broken: never},
		"a match that is broken off":  {ends: never, part: 1, want: arena.Goodbye / 3, broken: arena.Goodbye / 3},
		"has ended before it is over": {ends: 0, want: 0, broken: never},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				l, broken := &leaver{began, make(chan struct{}), test.part}, make(chan struct{})
				quick := &leaver{began, make(chan struct{}), 0}
				close(quick.done)
				ends := time.AfterFunc(test.ends, func() { close(l.done) })
				breaks := time.AfterFunc(test.broken, func() { close(broken) })
				synctest.Wait()
				AwaitAll([]*leaver{quick, l, quick}, broken)
				if took := time.Since(began); (took - test.want).Abs() > arena.Goodbye/100 {
					t.Errorf("it was waited for %v, expected %v", took, test.want)
				}
				ends.Stop()
				breaks.Stop()
			})
		})
	}
}
