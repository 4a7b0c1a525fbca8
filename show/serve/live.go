package serve

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"sync"
)

// maxListed limits how many matches of a series a Live lists, including those without frames.
const maxListed = 20_000

// Live is a Catalog in memory of matches that are being played, and of some finished ones.
type Live struct {
	keep int
	most int // limit in bytes for the frames of finished matches

	mu      sync.Mutex
	matches []*listed // newest last
	ids     map[string]*listed
	over    []*listed // finished matches with frames, in the order of their ends
	planned int
	lobby   *Lobby
	changed chan struct{}
}

type listed struct {
	match *Match // nil: its frames were dropped
	entry Entry
}

// NewLive returns an empty list. It keeps the newest keep finished matches, and at least one.
func NewLive(keep int) *Live {
	return &Live{keep: max(keep, 1), most: keptOver, ids: map[string]*listed{}, changed: make(chan struct{})}
}

// Plan says that the matches belong to a series with so many matches. Matches of a series stay in the list when their
// frames are dropped.
func (l *Live) Plan(matches int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.planned = matches
	l.tell()
}

// Planned returns the number of matches of the series, or 0 if the matches are no series.
func (l *Live) Planned() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.planned
}

// Add adds a match to the list. It sets ID, Live and Turn of the entry and, from the last frame and the end, Winner,
// Scores, Reasons, Late and Why, and keeps them up to date. An invalid id, or one that is already listed, is an
// error.
func (l *Live) Add(m *Match, e Entry) error {
	if !ValidID(m.ID()) {
		return fmt.Errorf("serve: add match %.120q: an id is 1 to %d letters, digits, - and _", m.ID(), maxID)
	}
	e = e.Clone()
	e.ID, e.Live, e.Winner = m.ID(), true, NoWinner
	x := &listed{m, e}
	l.mu.Lock()
	if l.ids[e.ID] != nil {
		l.mu.Unlock()
		return fmt.Errorf("serve: add match %q: there is one of this id", e.ID)
	}
	l.matches, l.ids[e.ID] = append(l.matches, x), x
	l.tell()
	l.mu.Unlock()
	m.whenEnded(func() { l.ended(x, m) })
	return nil
}

// Update changes the entry of a match, such as its title or its players. Fields that Add sets stay unchanged.
func (l *Live) Update(id string, change func(*Entry)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.ids[id]
	if x == nil {
		return
	}
	before := x.entry
	e := before.Clone()
	change(&e)
	e = e.Clone()
	e.ID, e.Live, e.Winner, e.Turn, e.Gone, e.Why = id, before.Live, before.Winner, before.Turn, before.Gone, before.Why
	e.Scores, e.Reasons, e.Late = before.Scores, before.Reasons, before.Late
	x.entry = e
	l.tell()
}

// Newest implements Catalog.
func (l *Live) Newest() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, x := range slices.Backward(l.matches) {
			if x.entry.Live {
				x.entry.Turn = x.match.Turn()
			}
			if !yield(&x.entry) {
				return
			}
		}
	}
}

// List returns all matches, the newest last.
func (l *Live) List() []Entry { return ListOf(l) }

// Open implements Catalog.
func (l *Live) Open(id string) (*Match, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch x := l.ids[id]; {
	case x == nil:
		return nil, ErrNotFound
	case x.match == nil:
		return nil, ErrGone
	default:
		return x.match, nil
	}
}

// Changed implements Changer. It also reports changes of the lobby.
func (l *Live) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// ended records how a match ended, and drops the frames of the oldest finished matches beyond the limits.
func (l *Live) ended(x *listed, m *Match) {
	facts := factsOf(m)
	l.mu.Lock()
	defer l.mu.Unlock()
	facts.note(&x.entry)
	x.entry.Turn, x.entry.Live = m.Turn(), false
	l.over = append(l.over, x)
	held := 0
	for _, o := range l.over {
		held += o.match.held()
	}
	for len(l.over) > l.keep || len(l.over) > 1 && held > l.most {
		held -= l.over[0].match.held()
		l.drop(l.over[0])
		l.over = slices.Delete(l.over, 0, 1)
	}
	l.tell()
}

// drop drops the frames of a match. Only a match of a series stays in the list.
func (l *Live) drop(x *listed) {
	x.match, x.entry.Gone = nil, true
	forget := x
	if l.planned > 1 {
		if len(l.matches) <= maxListed {
			return
		}
		forget = l.matches[slices.IndexFunc(l.matches, func(x *listed) bool { return x.match == nil })]
	}
	delete(l.ids, forget.entry.ID)
	l.matches = slices.DeleteFunc(l.matches, func(x *listed) bool { return x == forget })
}

// facts are what the list says about the end of a match.
type facts struct {
	Winner  int    `json:"winner"`
	Why     string `json:"why"`
	Players []Fate `json:"players"`
	scores  []int
}

// factsOf reads the end of a match, and the scores from its last frame.
func factsOf(m *Match) facts {
	_, frame, text, _ := m.look()
	f := facts{Winner: NoWinner}
	if json.Unmarshal(text, &f) != nil {
		f = facts{Winner: NoWinner}
	}
	var board struct {
		Players []struct {
			Score int `json:"score"`
		} `json:"players"`
	}
	if json.Unmarshal(frame, &board) == nil {
		for _, p := range board.Players {
			f.scores = append(f.scores, p.Score)
		}
	}
	return f
}

// note sets the facts in an entry.
func (f *facts) note(e *Entry) {
	e.Winner, e.Why, e.Scores = f.Winner, f.Why, f.scores
	e.SetFates(f.Players)
}

func (l *Live) tell() {
	close(l.changed)
	l.changed = make(chan struct{})
}
