package submission

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"blastyard/internal/website"
)

// gate limits the requests and the wrong tokens from an address.
type gate struct {
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
	requestBurst = 400
	guessRate    = 0.2 // in a second
	guessBurst   = 30
	maxAddresses = 20_000
)

func newGate(now func() time.Time) *gate {
	return &gate{now: now, addresses: map[netip.Addr]*budget{}}
}

func (g *gate) allow(r *http.Request) bool { return g.of(r).requests.AllowN(g.now(), 1) }

// guess counts a wrong token. Right tokens are never refused because of wrong ones from the same address.
func (g *gate) guess(r *http.Request) bool { return g.of(r).guesses.AllowN(g.now(), 1) }

func (g *gate) of(r *http.Request) *budget {
	a := website.Network(r.RemoteAddr)
	g.mu.Lock()
	defer g.mu.Unlock()
	b := g.addresses[a]
	if b == nil {
		if len(g.addresses) >= maxAddresses {
			g.sweep()
		}
		b = &budget{rate.NewLimiter(requestRate, requestBurst), rate.NewLimiter(guessRate, guessBurst)}
		g.addresses[a] = b
	}
	return b
}

// sweep forgets addresses that have been quiet. If too many addresses remain, it forgets all.
func (g *gate) sweep() {
	now := g.now()
	for a, b := range g.addresses {
		if b.requests.TokensAt(now) >= requestBurst && b.guesses.TokensAt(now) >= guessBurst {
			delete(g.addresses, a)
		}
	}
	if len(g.addresses) >= maxAddresses {
		clear(g.addresses)
	}
}
