package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Bounds of what one address may ask for: questions to the store and replays. A class behind one address fits.
const (
	questionsPerSecond = 100
	questionsAtOnce    = 500
	maxAddresses       = 10_000 // that are remembered
	forgetAfter        = time.Minute
)

// A limiter bounds how many expensive questions an address asks.
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

// allows counts a question of an address; false where they are too many.
func (l *limiter) allows(remote string) bool {
	from, now := addressOf(remote), l.now()
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

// forget drops addresses that have been quiet; of too many, any.
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

// addressOf is where a request comes from; of IPv6 the network of 64 bits, which one machine may have for itself.
func addressOf(remote string) netip.Addr {
	ap, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	a := ap.Addr().Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			a = p.Addr()
		}
	}
	return a
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
