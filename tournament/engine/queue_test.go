package engine

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// queueModel is a queue with its jobs and machines, as TestQueue knows them.
type queueModel struct {
	queue queue
	now   time.Time
	slots map[string]int // by need; "": all
	jobs  map[string]bool
	last  int
}

func (m *queueModel) slotsOf(key string) int { return m.slots[key] }

// job returns a new job of this many matches.
func (m *queueModel) job(key string, matches int) *queuedJob {
	m.last++
	h := &queuedJob{job: &worker.Job{ID: fmt.Sprint("job", m.last)}, key: key, made: m.now}
	for i := range matches {
		f := tournament.Fixture{ID: tournament.ID{Block: m.last, Match: i}}
		h.job.Fixtures = append(h.job.Fixtures, f)
	}
	m.jobs[h.job.ID] = true
	return h
}

// anyOut draws a job that is out; nil: none is.
func (m *queueModel) anyOut(t *rapid.T) *queuedJob {
	ids := slices.Sorted(maps.Keys(m.queue.out))
	if len(ids) == 0 {
		return nil
	}
	return m.queue.out[rapid.SampledFrom(ids).Draw(t, "which")]
}

// sent checks jobs that go out now.
func (m *queueModel) sent(t *rapid.T, jobs ...*queuedJob) {
	for _, h := range jobs {
		if m.now.Before(h.notBefore) {
			t.Fatalf("job %s goes out %v too early", h.job.ID, h.notBefore.Sub(m.now))
		}
		if !h.since.Equal(m.now) || m.queue.out[h.job.ID] != h {
			t.Fatalf("job %s is not out, or since another time", h.job.ID)
		}
		if out, most := m.queue.byNeed[h.key], perSlot*max(1, m.slots[h.key]); out > most {
			t.Fatalf("%d jobs of %s are out, want %d at most", out, h.key, most)
		}
	}
}

// check checks what holds at any time.
func (m *queueModel) check(t *rapid.T) {
	have, by := map[string]bool{}, map[string]int{}
	for _, h := range m.queue.all() {
		if have[h.job.ID] {
			t.Fatalf("job %s is there twice", h.job.ID)
		}
		have[h.job.ID] = true
	}
	if !maps.Equal(have, m.jobs) {
		t.Fatalf("the queue has %v, want %v", have, m.jobs)
	}
	for _, h := range m.queue.out {
		by[h.key]++
	}
	for key, n := range m.queue.byNeed {
		if by[key] != n {
			t.Fatalf("%d jobs of %s are out, and %d are counted", by[key], key, n)
		}
	}
}

// TestQueue: whatever comes, ends, is lost and goes away, the queue keeps its promises.
func TestQueue(t *testing.T) {
	needs := []string{"any", "python3", "java"}
	rapid.Check(t, func(t *rapid.T) {
		m := &queueModel{queue: newQueue(), now: time.Unix(1000, 0), slots: map[string]int{}, jobs: map[string]bool{}}
		need := rapid.SampledFrom(needs)
		t.Repeat(map[string]func(*rapid.T){
			"": m.check,
			"a job comes": func(t *rapid.T) {
				h := m.job(need.Draw(t, "need"), rapid.IntRange(1, 4).Draw(t, "matches"))
				if m.queue.put(h, m.now, m.slotsOf) {
					m.sent(t, h)
				}
			},
			"jobs go out": func(t *rapid.T) {
				m.sent(t, m.queue.release(m.now, m.slotsOf)...)
				for _, h := range m.queue.held {
					if !m.now.Before(h.notBefore) && m.queue.room("", m.slotsOf) > 0 && m.queue.room(h.key, m.slotsOf) > 0 {
						t.Fatalf("job %s waits though there is room and its time has come", h.job.ID)
					}
				}
			},
			"a job ends": func(t *rapid.T) {
				if h := m.anyOut(t); h != nil {
					if m.queue.remove(h.job.ID) != h || m.queue.remove(h.job.ID) != nil {
						t.Fatalf("job %s does not end once", h.job.ID)
					}
					delete(m.jobs, h.job.ID)
				}
			},
			"a job is lost": func(t *rapid.T) {
				h := m.anyOut(t)
				if h == nil {
					return
				}
				m.queue.remove(h.job.ID)
				delete(m.jobs, h.job.ID)
				for range h.job.Fixtures {
					m.lose(t, h)
				}
			},
			"workers come and go": func(t *rapid.T) {
				m.slots[""] = rapid.IntRange(0, 6).Draw(t, "slots")
				for _, key := range needs {
					m.slots[key] = rapid.IntRange(0, m.slots[""]).Draw(t, key)
				}
			},
			"time passes": func(*rapid.T) { m.now = m.now.Add(stuckWait / 2) },
			"all is forgotten": func(*rapid.T) {
				m.queue.forget()
				clear(m.jobs)
			},
		})
	})
}

// lose gives a match of a lost job out again, and checks how long it waits.
func (m *queueModel) lose(t *rapid.T, lost *queuedJob) {
	one := m.job(lost.key, 1)
	wait := m.queue.retry(lost, one, m.now)
	want, times := time.Duration(0), 0
	if len(lost.job.Fixtures) == 1 {
		times = lost.lost + 1
	}
	if times >= suspicious {
		want = min(time.Duration(times-suspicious+1), mostWaits) * stuckWait
	}
	if wait != want || one.lost != times || wait > 0 && !one.notBefore.Equal(m.now.Add(wait)) {
		t.Fatalf("lost %d times it waits %v until %v, want %v from %v on", one.lost, wait, one.notBefore, want, m.now)
	}
}

// TestPoison: a match that kills each worker comes again ever more rarely, but at least every ten minutes, and its
// neighbours in a job are not blamed.
func TestPoison(t *testing.T) {
	m := &queueModel{queue: newQueue(), now: time.Unix(1000, 0), jobs: map[string]bool{}, slots: map[string]int{"": 1, "any": 1}}
	h := m.job("any", 3)
	before := time.Duration(0)
	for times := range 40 {
		one := m.job("any", 1)
		wait := m.queue.retry(h, one, m.now)
		if times > 1 && wait < before || wait > 10*time.Minute || times <= 1 && wait != 0 || times > 1 && wait < 30*time.Second {
			t.Fatalf("lost %d times it waits %v after %v", times, wait, before)
		}
		if out := m.queue.release(m.now, m.slotsOf); len(out) != 0 && wait > 0 {
			t.Fatalf("lost %d times it goes out at once", times)
		}
		m.now = m.now.Add(wait)
		if wait > 0 {
			if out := m.queue.release(m.now, m.slotsOf); len(out) != 1 || out[0] != one {
				t.Fatalf("lost %d times it does not go out after %v", times, wait)
			}
		}
		m.queue.remove(one.job.ID)
		before, h = wait, one
	}
	if before != 10*time.Minute {
		t.Errorf("in the end it waits %v", before)
	}
}

// TestOthersPlay: jobs that no worker can play take no room from those that one can.
func TestOthersPlay(t *testing.T) {
	m := &queueModel{queue: newQueue(), jobs: map[string]bool{}, slots: map[string]int{"": 2, "any": 2}}
	for range 20 {
		m.queue.put(m.job("java", 1), m.now, m.slotsOf)
	}
	out := 0
	for range 20 {
		if m.queue.put(m.job("any", 1), m.now, m.slotsOf) {
			out++
		}
	}
	if out != perSlot*2 {
		t.Errorf("%d jobs go out, want %d: those that one of 2 slots can play", out, perSlot*2)
	}
	if !m.queue.congested(m.now, m.slotsOf) {
		t.Error("a job waits that all could play, and the queue takes more")
	}
	if m.queue.release(m.now, m.slotsOf); m.queue.room("", m.slotsOf) < 0 {
		t.Errorf("there is room for %d more", m.queue.room("", m.slotsOf))
	}
}

// TestCut: a job has matches of one stage and one need, and takes no longer than a job may; no job is cut without need.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var work []portion
		for i := range rapid.IntRange(0, 60).Draw(t, "fixtures") {
			p := portion{fixture: tournament.Fixture{ID: tournament.ID{Block: i}}}
			p.fixture.ID.Stage = rapid.IntRange(0, 1).Draw(t, "stage")
			p.need.Local = rapid.Bool().Draw(t, "local")
			p.takes = time.Duration(rapid.IntRange(0, 500).Draw(t, "takes")) * time.Millisecond
			work = append(work, p)
		}
		most := rapid.IntRange(1, 10).Draw(t, "most")
		jobs := cut(work, most)
		if all := slices.Concat(jobs...); len(all) != len(work) {
			t.Fatalf("%d matches in jobs, want %d", len(all), len(work))
		}
		at := 0
		for k, job := range jobs {
			sum := time.Duration(0)
			for i := range job {
				if job[i].fixture.ID != work[at].fixture.ID {
					t.Fatalf("match %v comes where %v is due", job[i].fixture.ID, work[at].fixture.ID)
				}
				if job[i].need.Key() != job[0].need.Key() || job[i].fixture.ID.Stage != job[0].fixture.ID.Stage {
					t.Fatalf("job %d has several needs or stages", k)
				}
				sum += job[i].takes
				at++
			}
			if len(job) > most || len(job) > 1 && sum > jobTime {
				t.Fatalf("job %d has %d matches of %v, want %d and %v at most", k, len(job), sum, most, jobTime)
			}
			if at == len(work) {
				continue
			}
			if next := &work[at]; len(job) < most && sum+next.takes <= jobTime && next.need.Key() == job[0].need.Key() &&
				next.fixture.ID.Stage == job[0].fixture.ID.Stage {
				t.Fatalf("job %d is cut before match %v without need", k, next.fixture.ID)
			}
		}
	})
}

// TestSlowBotsOneByOne: while the time of some entrant's matches is not known, fixtures are taken one by one.
func TestSlowBotsOneByOne(t *testing.T) {
	for _, known := range []bool{false, true} {
		for _, there := range []int{0, 3, 50} {
			var asked []int
			left := there
			fixtures := inSteps(10, known, func(most int) []tournament.Fixture {
				asked = append(asked, most)
				n := min(most, left)
				left -= n
				return make([]tournament.Fixture, n)
			})
			if want := min(10, there); len(fixtures) != want {
				t.Errorf("known %v: %d of %d are taken, want %d", known, len(fixtures), there, want)
			}
			for _, most := range asked {
				if !known && most != 1 || known && most > 10 {
					t.Errorf("known %v: asked for %v at a time", known, asked)
				}
			}
			if known && there == 50 && len(asked) != 1 {
				t.Errorf("though all is known, it asks %d times", len(asked))
			}
		}
	}
}
