package serve

import (
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Crowd bounds what is open at the same time, in all and from one address: connections, or event streams. Where there
// is no room, a newcomer takes the place of the one that has been idle longest: of its own address if that has its
// share, otherwise of the address that has most. So one address cannot keep others out.
type Crowd struct {
	most, mostAddress int

	mu      sync.Mutex
	open    int
	address map[netip.Addr][]*Place // without those that are never ended
}

// A Place is that of one of a Crowd.
type Place struct {
	from   netip.Addr
	end    func()
	active atomic.Int64 // when it last did something, Unix time in nanoseconds
	gone   bool         // it was ended, or has left; guarded by Crowd.mu
	kept   bool         // it is never ended
}

// NewCrowd returns a crowd of at most so many, in all and from one address.
func NewCrowd(most, mostAddress int) *Crowd {
	return &Crowd{most: most, mostAddress: mostAddress, address: map[netip.Addr][]*Place{}}
}

// NewStreams returns the crowd of the event streams of a server.
func NewStreams() *Crowd { return NewCrowd(maxStreams, maxStreamsAddress) }

// Enter gives somebody from an address a place; nil: there is none. end is called if the place is needed for another
// one; it must not block. nil: it keeps the place.
func (c *Crowd) Enter(from netip.Addr, end func()) *Place {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := &Place{from: from, end: end, kept: end == nil}
	p.Active()
	if !p.kept && len(c.address[from]) >= c.mostAddress {
		c.evict(from)
	} else if c.open >= c.most && !c.evict(c.largest(from)) {
		return nil
	}
	c.open++
	if !p.kept {
		c.address[from] = append(c.address[from], p)
	}
	return p
}

// largest returns the address that has most places; from, if none has more than that one.
func (c *Crowd) largest(from netip.Addr) netip.Addr {
	most := max(1, len(c.address[from])) // one place is left to everybody
	for a, list := range c.address {
		if len(list) > most {
			from, most = a, len(list)
		}
	}
	return from
}

// evict ends the place of an address that has been idle longest, and reports whether there was one.
func (c *Crowd) evict(from netip.Addr) bool {
	list := c.address[from]
	if len(list) == 0 {
		return false
	}
	p := slices.MinFunc(list, func(a, b *Place) int { return int(min(1, max(-1, a.active.Load()-b.active.Load()))) })
	c.remove(p)
	p.end()
	return true
}

// remove frees a place. The caller holds c.mu.
func (c *Crowd) remove(p *Place) {
	if p.gone {
		return
	}
	p.gone = true
	c.open--
	if p.kept {
		return
	}
	list := slices.DeleteFunc(c.address[p.from], func(o *Place) bool { return o == p })
	if c.address[p.from] = list; len(list) == 0 {
		delete(c.address, p.from)
	}
}

// Leave frees a place.
func (c *Crowd) Leave(p *Place) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(p)
}

// Open returns how many places are taken.
func (c *Crowd) Open() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

// Active notes that the one at the place does something.
func (p *Place) Active() { p.active.Store(time.Now().UnixNano()) }
