package serve

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
)

// Live is a Catalog in memory of matches that are being played, and of some that are over.
type Live struct {
	keep int
	most int // bytes that the matches that are over take

	mu      sync.Mutex
	matches []listed // the newest last
	changed chan struct{}
}

type listed struct {
	match *Match
	entry Entry
}

// NewLive returns an empty list. Of the matches that are over it keeps the newest ones, keep of them, at least one.
func NewLive(keep int) *Live {
	return &Live{keep: max(keep, 1), most: keptOver, changed: make(chan struct{})}
}

// Add lists a match from now on. Of the entry it sets ID, Live, Turn and, as the end tells, Winner, and keeps them up
// to date. An id that is not valid or already listed is an error.
func (l *Live) Add(m *Match, e Entry) error {
	if !ValidID(m.ID()) {
		return fmt.Errorf("serve: add match %.120q: an id is 1 to %d letters, digits, - and _", m.ID(), maxID)
	}
	e.ID, e.Winner, e.Players, e.Entrants = m.ID(), NoWinner, slices.Clone(e.Players), slices.Clone(e.Entrants)
	l.mu.Lock()
	if l.find(e.ID) >= 0 {
		l.mu.Unlock()
		return fmt.Errorf("serve: add match %q: there is one of this id", e.ID)
	}
	l.matches = append(l.matches, listed{m, e})
	l.tell()
	l.mu.Unlock()
	m.whenEnded(func() { l.over(m) })
	return nil
}

// Update changes what the list says of a match, such as its title or its players. Fields that Add sets stay as they
// are.
func (l *Live) Update(id string, change func(*Entry)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.find(id)
	if i < 0 {
		return
	}
	e := l.matches[i].entry
	change(&e)
	e.ID, e.Winner, e.Players = id, l.matches[i].entry.Winner, slices.Clone(e.Players)
	e.Entrants = slices.Clone(e.Entrants)
	l.matches[i].entry = e
	l.tell()
}

// List implements Catalog.
func (l *Live) List() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make([]Entry, len(l.matches))
	for i, m := range l.matches {
		list[i] = m.entry
		list[i].Turn, list[i].Live = m.match.Turn(), !m.match.Ended()
	}
	return list
}

// Open implements Catalog.
func (l *Live) Open(id string) (*Match, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := l.find(id); i >= 0 {
		return l.matches[i].match, nil
	}
	return nil, ErrNotFound
}

// Changed implements Changer.
func (l *Live) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// over notes the winner of a match and drops the oldest of those that are over beyond the bound.
func (l *Live) over(m *Match) {
	winner := winnerOf(m)
	l.mu.Lock()
	defer l.mu.Unlock()
	over, held := 0, 0
	for i := range l.matches {
		if l.matches[i].match == m {
			l.matches[i].entry.Winner = winner
		}
		if l.matches[i].match.Ended() {
			over++
			held += l.matches[i].match.held()
		}
	}
	l.matches = slices.DeleteFunc(l.matches, func(e listed) bool {
		drop := e.match.Ended() && (over > l.keep || over > 1 && held > l.most)
		if drop {
			over--
			held -= e.match.held()
		}
		return drop
	})
	l.tell()
}

// winnerOf reads the winner from the end of a match.
func winnerOf(m *Match) int {
	_, _, text := m.state()
	end := struct {
		Winner int `json:"winner"`
	}{NoWinner}
	if err := json.Unmarshal(text, &end); err != nil {
		return NoWinner
	}
	return end.Winner
}

func (l *Live) find(id string) int {
	return slices.IndexFunc(l.matches, func(m listed) bool { return m.match.ID() == id })
}

func (l *Live) tell() {
	close(l.changed)
	l.changed = make(chan struct{})
}
