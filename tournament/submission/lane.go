package submission

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/internal/english"
)

// A submission goes through two lanes. In the first it is built and plays its first match, so its team knows after
// seconds whether it plays at all. In the second the long check is done.
const (
	firstLane = iota
	checkLane
	lanes
)

// lane is what goes on in one of the lanes. Inbox.mu guards it.
type lane struct {
	slots   int
	running map[string]time.Time // by id: since when
	waits   []*waiter            // only of the second lane: the first one's are the waiting reports
	took    time.Duration        // how long one of the newest takes; 0: not known
}

// waiter is a submission that waits for the second lane.
type waiter struct {
	id string
	in chan struct{} // closed when it has a slot
}

func (l *lane) run(id string) {
	if l.running == nil {
		l.running = map[string]time.Time{}
	}
	l.running[id] = time.Now()
}

// learn notes how long a submission took in the lane.
func (l *lane) learn(took time.Duration) {
	if l.took == 0 {
		l.took = took
	}
	l.took += (took - l.took) / 4
}

// learn notes how long a submission of an earlier run took. Its caller is the only user.
func (in *Inbox) learn(r *Report) {
	var took [lanes]time.Duration
	for i := range r.Steps {
		switch s := &r.Steps[i]; s.Name {
		case stepEnter:
		case stepCheck:
			took[checkLane] += time.Duration(s.MS) * time.Millisecond
		default:
			took[firstLane] += time.Duration(s.MS) * time.Millisecond
		}
	}
	for i := range took {
		if took[i] > 0 {
			in.lanes[i].learn(took[i])
		}
	}
}

// letIn gives free slots to those who wait.
func (l *lane) letIn() {
	for len(l.waits) > 0 && len(l.running) < l.slots {
		w := l.waits[0]
		l.waits = l.waits[1:]
		l.run(w.id)
		close(w.in)
	}
}

// free frees the slot of a submission.
func (in *Inbox) free(which int, id string) {
	in.mu.Lock()
	l := &in.lanes[which]
	l.learn(time.Since(l.running[id]))
	delete(l.running, id)
	l.letIn()
	in.tell()
	in.mu.Unlock()
	in.signal()
}

// change lets a submission change from the first lane to the second, and waits for a slot there. done frees it.
func (in *Inbox) change(ctx context.Context, id string, leaveFirst func()) (done func(), err error) {
	w := &waiter{id, make(chan struct{})}
	in.mu.Lock()
	l := &in.lanes[checkLane]
	l.waits = append(l.waits, w)
	l.letIn()
	in.tell()
	in.mu.Unlock()
	leaveFirst()
	done = sync.OnceFunc(func() { in.free(checkLane, id) })
	select {
	case <-w.in:
		return done, nil
	case <-ctx.Done():
	}
	in.mu.Lock()
	i := slices.Index(l.waits, w)
	if i >= 0 {
		l.waits = slices.Delete(l.waits, i, i+1)
	}
	in.mu.Unlock()
	if i < 0 {
		done() // it got a slot at the same moment
	}
	return nil, ctx.Err()
}

// waiting returns the reports that wait for the first lane, the oldest first. The caller holds mu.
func (in *Inbox) waiting() []*Report {
	done := func(r *Report) bool { return r.State != Waiting }
	list := slices.DeleteFunc(slices.Collect(maps.Values(in.reports)), done)
	slices.SortFunc(list, func(a, b *Report) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// Place is where a submission stands in a queue.
type Place struct {
	Number  int `json:"number"`            // among those that wait, from 1
	Before  int `json:"before"`            // submissions that come before it, with those that are looked at now
	Seconds int `json:"seconds,omitempty"` // about how long it takes until it was looked at; 0: not known

	Text string `json:"line"` // all this for people
}

// text describes the place for people.
func (p *Place) text() string {
	line := fmt.Sprintf("place %d in the queue, %s before it", p.Number, english.Count(p.Before, "submission"))
	if p.Seconds > 0 {
		line += fmt.Sprintf(", about %v", time.Duration(p.Seconds)*time.Second)
	}
	return line
}

// placed returns a copy of a report with its place. The caller holds mu.
func (in *Inbox) placed(r *Report) *Report {
	r = r.clone()
	switch r.State {
	case Waiting:
		waiting := in.waiting()
		r.Place = in.lanes[firstLane].place(slices.IndexFunc(waiting, func(o *Report) bool { return o.ID == r.ID }))
	case Running:
		l := &in.lanes[checkLane]
		r.Place = l.place(slices.IndexFunc(l.waits, func(w *waiter) bool { return w.id == r.ID }))
	case Accepted, Refused, Replaced, Failed: // it waits for nothing
	}
	return r
}

// place returns the place of the one that waits at an index of the lane; nil if that is negative.
func (l *lane) place(at int) *Place {
	if at < 0 {
		return nil
	}
	p := &Place{Number: at + 1, Before: at + len(l.running)}
	// All those before it share the slots, and of those that are looked at about half is done.
	if work := float64(at) + float64(len(l.running))/2; l.took > 0 {
		took := l.took + time.Duration(work/float64(l.slots)*float64(l.took))
		p.Seconds = max(1, int(took.Round(time.Second).Seconds()))
	}
	p.Text = p.text()
	return p
}
