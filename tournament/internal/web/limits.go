package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"blastyard/internal/website"
)

// Limits for one address on queries of the store and replays. A whole class of students may share an address.
const (
	questionsPerSecond = 100
	questionsAtOnce    = 500
	maxAddresses       = 10_000 // remembered addresses
	forgetAfter        = time.Minute
)

// A limiter limits the expensive queries of an address.
type limiter struct {
	now func() time.Time

	mu        sync.Mutex
	addresses map[netip.Addr]*asker
}

type asker struct {
	*rate.Limiter
	last time.Time
}

func newLimiter(now func() time.Time) *limiter {
	return &limiter{now: now, addresses: map[netip.Addr]*asker{}}
}

// allows counts a query of an address; false: there were too many.
func (l *limiter) allows(remote string) bool {
	from, now := website.Network(remote), l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.addresses[from]
	if a == nil {
		l.forget(now)
		a = &asker{Limiter: rate.NewLimiter(questionsPerSecond, questionsAtOnce)}
		l.addresses[from] = a
	}
	a.last = now
	return a.AllowN(now, 1)
}

// forget removes addresses that have been quiet. If too many remain, it removes any.
func (l *limiter) forget(now time.Time) {
	if len(l.addresses) < maxAddresses {
		return
	}
	for from, a := range l.addresses {
		if now.Sub(a.last) > forgetAfter {
			delete(l.addresses, from)
		}
	}
	for from := range l.addresses {
		if len(l.addresses) < maxAddresses {
			return
		}
		delete(l.addresses, from)
	}
}

// limited refuses the questions of an address that asks too many.
func (s *Site) limited(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.limits.allows(r.RemoteAddr) {
			h(w, r)
			return
		}
		s.tooMany(w, r)
	}
}

func (s *Site) tooMany(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "5")
	s.fail(w, r, http.StatusTooManyRequests, "Too many questions from your address: wait a few seconds.")
}
