package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"time"

	"blastyard/internal/errortext"
)

// maxTopics bounds how many matches one stream follows.
const maxTopics = 64

// An Event is a competition around the matches of a server: readers are told when it has changed. Many goroutines call
// its methods.
type Event interface {
	// Changed returns a channel that is closed when JSON is no longer what it was at the call.
	Changed() <-chan struct{}
	// JSON is what readers are told.
	JSON() []byte
}

// eventPace is the least time between two tellings of an Event to a reader.
const eventPace = time.Second

// A topic is one of the things that a stream of several follows.
type topic interface {
	// tell puts what is new into what is written next. It returns what to wait for: a channel, which is nil where that
	// is not waited for, or a time, which is 0 then. over: nothing more comes.
	tell(st *stream) (news <-chan struct{}, due time.Duration, over bool)
}

// followTopics sends what a query asks for in one stream, so that a browser needs no other: the events of a match have
// its id before their names. A query that asks for nothing gets the list and the lobby.
func (s *Server) followTopics(w http.ResponseWriter, r *http.Request) {
	topics, err := s.topicsOf(r.URL.Query())
	switch {
	case err != nil:
		fail(w, http.StatusBadRequest, errortext.Text(err))
	case len(topics) == 0:
		s.followMatches(w, r)
	default:
		s.stream(w, r, func(st *stream) { st.follow(topics) })
	}
}

func (s *Server) topicsOf(q url.Values) (topics []topic, err error) {
	if n := len(q["match"]); n > maxTopics {
		return nil, fmt.Errorf("match is given %d times, expected %d at most", n, maxTopics)
	}
	if q.Has("list") {
		topics = append(topics, &listTopic{first: true})
	}
	if q.Has("event") && s.config.Event != nil {
		topics = append(topics, &eventTopic{event: s.config.Event})
	}
	for _, id := range q["match"] {
		if !ValidID(id) {
			return nil, fmt.Errorf("match is %.50q, expected an id", id)
		}
		t := &matchTopic{id: id, seen: -1}
		if m, err := s.openMatch(id); err == nil {
			t.match = m
		}
		topics = append(topics, t)
	}
	return topics, nil
}

// follow tells topics until the last is over, or the reader is gone.
func (st *stream) follow(topics []topic) {
	for {
		var news []<-chan struct{}
		var due time.Duration
		left := topics[:0]
		for _, t := range topics {
			changed, soon, over := t.tell(st)
			if over {
				continue
			}
			left = append(left, t)
			if changed != nil {
				news = append(news, changed)
			}
			if soon > 0 && (due == 0 || soon < due) {
				due = soon
			}
		}
		topics = left
		if st.text.Len() > 0 && !st.flush() || len(topics) == 0 {
			return
		}
		first, stop := firstOf(news)
		ok := st.wait(first, nil, due)
		stop()
		if !ok {
			return
		}
	}
}

// firstOf returns a channel that is closed when one of some is; nil where there are none. stop must be called.
func firstOf(channels []<-chan struct{}) (first <-chan struct{}, stop func()) {
	switch len(channels) {
	case 0:
		return nil, func() {}
	case 1:
		return channels[0], func() {}
	}
	closed, stopped, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	cases := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(stopped)}}
	for _, c := range channels {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)})
	}
	go func() {
		defer close(ended)
		if chosen, _, _ := reflect.Select(cases); chosen > 0 {
			close(closed)
		}
	}()
	return closed, func() {
		close(stopped)
		<-ended
	}
}

// matchTopic is a match: its newest frame, whom it waits for, and its end; or that there is no such match.
type matchTopic struct {
	id         string
	match      *Match // nil: there is none, or no longer
	seen, told int
}

func (t *matchTopic) tell(st *stream) (<-chan struct{}, time.Duration, bool) {
	if t.match == nil {
		st.event(t.id+"/gone", []byte("null"))
		return nil, 0, true
	}
	turn, frame, end, news := t.match.look()
	if turn > t.seen {
		st.event(t.id+"/turn", frame)
		t.seen = turn
	}
	if a := t.match.awaited(); a.version > t.told {
		st.event(t.id+"/waiting", a.text)
		t.told = a.version
	}
	if end != nil {
		st.event(t.id+"/end", end)
	}
	return news, 0, end != nil
}

// listTopic is the list of matches and the lobby.
type listTopic struct {
	list  listing
	lobby *Lobby
	first bool // nothing was told yet
}

func (t *listTopic) tell(st *stream) (<-chan struct{}, time.Duration, bool) {
	if !t.first && !isClosed(t.list.changed) {
		return t.list.changed, 0, false
	}
	if due := t.list.due(); due > 0 && !t.first {
		return nil, due, false
	}
	st.listed(&t.list)
	if l := st.server.lobby(); t.first || l != t.lobby {
		t.lobby = l
		st.lobbied(l)
	}
	t.first = false
	return t.list.changed, 0, false
}

// eventTopic is the competition around the matches.
type eventTopic struct {
	event   Event
	changed <-chan struct{} // nil: nothing was told yet
	told    time.Time
}

func (t *eventTopic) tell(st *stream) (<-chan struct{}, time.Duration, bool) {
	if t.changed != nil && !isClosed(t.changed) {
		return t.changed, 0, false
	}
	if due := eventPace - time.Since(t.told); due > 0 {
		return nil, due, false
	}
	t.changed = t.event.Changed()
	st.event("changed", t.event.JSON())
	t.told = time.Now()
	return t.changed, 0, false
}
