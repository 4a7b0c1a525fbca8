package engine

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/internal/stage"
	"blastyard/tournament"
)

// faultSize returns the size of the events of fault tests: small in an ordinary run, full in `make test-all`.
func faultSize() (players, rounds, kills int) {
	if stage.All() {
		return 20, 27, 20 // 10,260 matches
	}
	return 10, 11, 4 // 990 matches
}

// TestKilled: the results of an event are the same as those of an undisturbed one, whichever of its processes are
// killed at whatever moment. Each match is there exactly once.
func TestKilled(t *testing.T) {
	stage.Plain(t, "plays two large events")
	if runtime.GOOS == "windows" {
		t.Skip("it ends processes by signals")
	}
	for _, cluster := range []bool{false, true} {
		t.Run(fmt.Sprintf("cluster=%v", cluster), func(t *testing.T) { testKilled(t, cluster) })
	}
}

func testKilled(t *testing.T, cluster bool) {
	players, rounds, kills := faultSize()
	want, matches := undisturbed(t, testEvent(players, rounds).Schedule)
	ps := newProcesses(t)
	dir := filepath.Join(ps.dir, "store")
	c := role{Kind: "coordinator", Name: "coordinator", Dir: dir, Players: players, Rounds: rounds, Jobs: 1,
		Takes: 3 * time.Millisecond}
	if cluster {
		_, c.NATS = ps.addCluster()
	} else {
		c.Listen = freeport.Address(t)
	}
	ps.add(c)
	creds := filepath.Join(dir, "worker.creds")
	untilThere(t, creds)
	for i := range 2 {
		ps.add(role{Kind: "worker", Name: fmt.Sprintf("worker%d", i), Dir: ps.dir, Creds: creds, Jobs: 1,
			Takes: c.Takes})
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range kills {
		at := matches/(kills+1)*i + random.IntN(matches/(kills+1))
		if ps.untilPlayed(at) {
			t.Fatalf("the event is over before kill %d at %d matches", i, at)
		}
		victims := []*process{ps.all[random.IntN(len(ps.all))]}
		switch i {
		case 1: // always the coordinator
			victims = []*process{ps.named("coordinator")}
		case 3: // the leader of the log, in a cluster
			if cluster {
				victims = []*process{ps.named(logLeader(t, c.NATS, creds))}
			}
		case kills - 2: // all at once
			victims = ps.all
		}
		for _, p := range victims {
			p.signal(syscall.SIGKILL)
		}
		for _, p := range victims {
			<-p.exited
			t.Logf("at %d matches %s was killed", at, p.role.Name)
			p.begin()
		}
	}
	if !ps.untilPlayed(matches + 1) {
		t.Fatal("more matches were played than there are")
	}
	for _, p := range ps.all {
		if p.role.Kind == "coordinator" {
			<-p.exited
		}
	}
	e := open(t, Options{Dir: dir, Event: testEvent(players, rounds), NATS: Cluster{Servers: c.NATS}, Player: &fakePlayer{}})
	checkWhole(t, e, want, matches)
	if got := e.Standings(); got.Fingerprint != want || got.Matches != matches {
		t.Errorf("the standings have %d matches, fingerprint %s; want %d, %s", got.Matches, got.Fingerprint, matches,
			want)
	}
}

// TestLadderKilled: a ladder whose coordinator is killed between the two matches of a block comes to its end, and all
// its blocks are whole. Three jobs with one match each are in flight, so blocks are drawn before all results of earlier
// blocks are known, and only the log says who plays them.
func TestLadderKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it ends processes by signals")
	}
	const matches = 24
	ps := newProcesses(t)
	r := role{Kind: "coordinator", Name: "coordinator", Dir: filepath.Join(ps.dir, "store"), Players: 5, Ladder: matches,
		Jobs: 3, Takes: jobTime / 2}
	c := ps.add(r)
	for _, at := range []int{11, 17} { // of blocks with two matches each
		if ps.untilPlayed(at) {
			t.Fatalf("the event is over before %d matches", at)
		}
		c.kill()
		c.begin()
	}
	if !ps.untilPlayed(matches + 1) {
		t.Fatal("more matches were played than there are")
	}
	<-c.exited
	e := open(t, Options{Dir: r.Dir, Event: r.event(), Player: &fakePlayer{}})
	e.State(func(s *tournament.Schedule) {
		if counted, played, _ := s.Count(); counted != matches || played != matches {
			t.Errorf("%d matches count of %d played, want %d of both", counted, played, matches)
		}
	})
}
