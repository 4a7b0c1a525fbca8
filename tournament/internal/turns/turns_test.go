package turns

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// scene plays in a line what a text says: "m" is a match, "c" a check, "M" and "C" the same alone, "u" an urgent check.
type scene struct {
	*testing.T
	line   *Line
	mu     sync.Mutex
	inside map[string]func()
	waits  map[string]context.CancelFunc
}

func (s *scene) come(who string) {
	ctx, cancel := context.WithCancel(s.Context())
	s.waits[who] = cancel
	go func() {
		var leave func()
		var err error
		switch who[0] {
		case 'm', 'M':
			leave, err = s.line.Match(ctx, who[0] == 'M')
		default:
			leave, err = s.line.Check(ctx, who[0] == 'C', who[0] == 'u')
		}
		if err == nil {
			s.mu.Lock()
			s.inside[who] = leave
			s.mu.Unlock()
		} else if !errors.Is(err, context.Canceled) {
			s.Error(err)
		}
	}()
	synctest.Wait()
}

// names returns who is inside.
func (s *scene) names() string {
	synctest.Wait()
	var list []string
	for name := range s.inside {
		list = append(list, name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// TestLine: each step is somebody who comes, who leaves ("-m1"), or who gives up while it waits ("!m1"); and who is
// inside afterwards.
func TestLine(t *testing.T) {
	for what, c := range map[string]struct {
		cores, matches int
		steps          [][2]string
	}{
		"two cores, one match of two programs": {2, 1, [][2]string{
			{"m1", "m1"}, {"c1", "m1"}, {"c2", "m1"}, {"m2", "m1"}, {"-m1", "c1 c2"}, {"c3", "c1 c2"}, {"-c1", "c2"},
			{"-c2", "m2"}, {"-m2", "c3"}}},
		"eight cores, four matches": {8, 4, [][2]string{
			{"m1", "m1"}, {"m2", "m1 m2"}, {"m3", "m1 m2 m3"}, {"c1", "c1 m1 m2 m3"}, {"c2", "c1 c2 m1 m2 m3"},
			{"m4", "c1 c2 m1 m2 m3"}, {"-c1", "c2 m1 m2 m3"}, {"-c2", "m1 m2 m3 m4"}}},
		"more matches than cores, as the organiser wants": {2, 4, [][2]string{
			{"m1", "m1"}, {"m2", "m1 m2"}, {"m3", "m1 m2 m3"}, {"m4", "m1 m2 m3 m4"}, {"c1", "m1 m2 m3 m4"},
			{"-m1", "m2 m3 m4"}, {"-m2", "c1 m3 m4"}}},
		"urgent ones go first, in their order": {2, 1, [][2]string{
			{"m1", "m1"}, {"m2", "m1"}, {"u1", "m1"}, {"u2", "m1"}, {"-m1", "u1 u2"}, {"-u1", "u2"}, {"-u2", "m2"}}},
		"alone": {4, 2, [][2]string{
			{"m1", "m1"}, {"M2", "m1"}, {"m3", "m1"}, {"c1", "m1"}, {"-m1", "M2"}, {"-M2", "c1 m3"}, {"C2", "c1 m3"},
			{"c3", "c1 m3"}, {"-c1", "m3"}, {"-m3", "C2"}, {"-C2", "c3"}}},
		"who gives up holds up nobody": {2, 1, [][2]string{
			{"c1", "c1"}, {"m1", "c1"}, {"c2", "c1"}, {"!m1", "c1 c2"}}},
		"a worker of its own": {2, 0, [][2]string{
			{"m1", "m1"}, {"m2", "m1 m2"}, {"m3", "m1 m2 m3"}, {"M4", "m1 m2 m3"}, {"m5", "m1 m2 m3"}, {"-m1", "m2 m3"},
			{"-m2", "m3"}, {"-m3", "M4"}, {"M6", "M4"}, {"-M4", "M6"}, {"-M6", "m5"}, {"M7", "m5"}, {"m8", "m5"}, {"!M7", "m5 m8"}}},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &scene{T: t, line: New(c.cores, c.matches), inside: map[string]func(){}, waits: map[string]context.CancelFunc{}}
				for i, step := range c.steps {
					switch who := step[0]; who[0] {
					case '-':
						leave := s.inside[who[1:]]
						delete(s.inside, who[1:])
						leave()
					case '!':
						s.waits[who[1:]]()
					default:
						s.come(who)
					}
					if got := s.names(); got != step[1] {
						t.Fatalf("step %d, %s: inside is %q, want %q", i, step[0], got, step[1])
					}
				}
				for _, cancel := range s.waits {
					cancel()
				}
			})
		})
	}
}
