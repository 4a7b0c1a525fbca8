// Package cores gives programs processors of their own, which no other program of any arena on the machine has, where
// there are enough.
package cores

import (
	"slices"
	"sync"
)

// Assign returns a processor for each of some programs that run at the same time. It returns nil if there are too few:
// one is left for the arena. allowed are the processors that this process may use, in any order, and free reports
// whether no program has one yet.
func Assign(allowed []int, free func(core int) bool, programs int) []int {
	if programs < 1 || len(allowed) < 2 {
		return nil
	}
	var found []int
	for _, core := range slices.Sorted(slices.Values(allowed))[1:] { // the first is the arena's
		if len(found) < programs && free(core) {
			found = append(found, core)
		}
	}
	if len(found) < programs {
		return nil
	}
	return found
}

// Fair returns how many programs can have a processor of their own at the same time on this machine, if no other arena
// uses it. It is 0 where the system cannot give them one.
func Fair() int { return max(0, len(allowed())-1) }

// Claims is how the names begin by which the arenas of a machine know which processors are taken. Tests change it.
var Claims = "@blastyard-core-"

// Take gives each of some programs that run at the same time a processor of its own, or nil if there are too few. done
// takes them back, and can be called more than once.
func Take(programs int) (cores []int, done func()) {
	taken := map[int]func(){}
	cores = Assign(allowed(), func(core int) bool {
		release := claim(core)
		if release != nil {
			taken[core] = release
		}
		return release != nil
	}, programs)
	done = sync.OnceFunc(func() {
		for _, release := range taken {
			release()
		}
	})
	if cores == nil {
		done()
	}
	return cores, done
}
