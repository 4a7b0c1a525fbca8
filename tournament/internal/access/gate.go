package access

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"blastyard/internal/website"
)

// Gate limits the requests and the wrong tokens from an address.
type Gate struct {
	now func() time.Time

	mu        sync.Mutex
	addresses map[netip.Addr]*budget
}

type budget struct {
	requests, guesses *rate.Limiter
}

// Limits for an address; a whole class of students may share one.
const (
	requestRate  = 50 // in a second
	RequestBurst = 400
	guessRate    = 0.2 // wrong tokens in a second
	GuessBurst   = 30
	maxAddresses = 20_000
)

// NewGate returns a gate with this clock.
func NewGate(now func() time.Time) *Gate {
	return &Gate{now: now, addresses: map[netip.Addr]*budget{}}
}

// Allow counts a request; false: there were too many from its address.
func (g *Gate) Allow(r *http.Request) bool { return g.of(r).requests.AllowN(g.now(), 1) }

// Guess counts a wrong token; false: there were too many. Right tokens are never refused because of wrong ones from the
// same address.
func (g *Gate) Guess(r *http.Request) bool { return g.of(r).guesses.AllowN(g.now(), 1) }

func (g *Gate) of(r *http.Request) *budget {
	a := website.Network(r.RemoteAddr)
	g.mu.Lock()
	defer g.mu.Unlock()
	b := g.addresses[a]
	if b == nil {
		if len(g.addresses) >= maxAddresses {
			g.sweep()
		}
		b = &budget{rate.NewLimiter(requestRate, RequestBurst), rate.NewLimiter(guessRate, GuessBurst)}
		g.addresses[a] = b
	}
	return b
}

// sweep forgets addresses that have been quiet. If too many addresses remain, it forgets all.
func (g *Gate) sweep() {
	now := g.now()
	for a, b := range g.addresses {
		if b.requests.TokensAt(now) >= RequestBurst && b.guesses.TokensAt(now) >= GuessBurst {
			delete(g.addresses, a)
		}
	}
	if len(g.addresses) >= maxAddresses {
		clear(g.addresses)
	}
}
