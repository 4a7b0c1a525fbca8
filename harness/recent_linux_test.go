package harness

import (
	"os"
	"testing"
)

func TestNumbersOfProcessesWrapAround(t *testing.T) {
	for _, c := range []struct {
		n    numbers
		pid  int
		want bool
	}{
		{numbers{first: 5, last: 9}, 4, false}, {numbers{first: 5, last: 9}, 5, true}, {numbers{first: 5, last: 9}, 9, true},
		{numbers{first: 5, last: 9}, 10, false}, {numbers{first: 90, last: 10}, 50, false}, {numbers{first: 90, last: 10}, 95, true},
		{numbers{first: 90, last: 10}, 3, true}, {numbers{first: 90, last: 10}, 11, false}, {numbers{all: true}, 1, true},
	} {
		if got := c.n.has(c.pid); got != c.want {
			t.Errorf("%+v has %d: %v", c.n, c.pid, got)
		}
	}
}

func TestAllProcessesAreLookedAtWhenNumbersMayHaveWrapped(t *testing.T) {
	forks, ok := forkCount()
	if !ok || forks == 0 || highestNumber() < 300 {
		t.Fatalf("%d forks, %v, numbers up to %d", forks, ok, highestNumber())
	}
	g := group{pid: os.Getpid(), forks: forks}
	if n := g.recent(); n.all || !n.has(os.Getpid()) {
		t.Errorf("right after the start: %+v", n)
	}
	g.forks = 0
	if n := g.recent(); !n.all {
		t.Errorf("without a count at the start: %+v", n)
	}
	g.forks = 1
	if n := g.recent(); forks > uint64(highestNumber()) && !n.all {
		t.Errorf("after %d forks: %+v", forks, n)
	}
}
