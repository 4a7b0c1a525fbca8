package engine

import (
	"cmp"
	"time"

	"blastyard/tournament/event"
)

// Progress returns the current progress of the event.
func (e *Engine) Progress() event.Progress {
	e.mu.Lock()
	defer e.mu.Unlock()
	var p event.Progress
	p.Counted, p.Played, p.Planned = e.schedule.Count()
	p.PerSecond = e.rate.perSecond(time.Now())
	if left := p.Planned - p.Played; left > 0 && p.PerSecond > 0 {
		p.Left = time.Duration(float64(left) / p.PerSecond * float64(time.Second))
	}
	if p.Done, p.Why = e.schedule.Done(); !p.Done || e.paused != "" { // all may be played but not stored
		p.Why = cmp.Or(e.paused, e.lateWhy())
		if o := e.orders.paused; p.Why == "" && !p.Done && o != nil {
			p.Why = "the organiser has paused it: " + o.Why
		}
	}
	p.Phase = e.phase()
	p.Stuck = e.stuckIDs()
	for _, w := range e.workersInOrder() {
		p.Workers = append(p.Workers, w.info())
		for _, m := range w.Playing {
			f, known := e.schedule.Fixture(m.Fixture)
			if !known {
				continue
			}
			r := event.Running{Fixture: f, Worker: w.Name, Since: time.UnixMilli(m.Since), Turn: m.Turn}
			names := e.entrants()
			for _, i := range f.Entrants {
				r.Names = append(r.Names, names[i])
			}
			p.Running = append(p.Running, r)
		}
	}
	for _, u := range e.unplayable() {
		p.Waiting = append(p.Waiting, u.state(!e.alone()))
		p.Left = 0 // nobody knows
	}
	return p
}

// rate counts the matches of the last seconds.
type rate struct {
	seconds [rateWindow]struct {
		at int64
		n  int
	}
	first int64 // second of the first match
}

const rateWindow = 16

func (r *rate) add(now time.Time, n int) {
	second := now.Unix()
	if r.first == 0 {
		r.first = second
	}
	s := &r.seconds[second%rateWindow]
	if s.at != second {
		s.at, s.n = second, 0
	}
	s.n += n
}

// perSecond leaves out the current second, which is not over.
func (r *rate) perSecond(now time.Time) float64 {
	second, sum := now.Unix(), 0
	for _, s := range r.seconds {
		if s.at < second && s.at > second-rateWindow {
			sum += s.n
		}
	}
	if span := min(second-r.first, rateWindow-1); r.first > 0 && span > 0 {
		return float64(sum) / float64(span)
	}
	return 0
}
