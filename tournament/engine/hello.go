package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"

	"github.com/nats-io/nats.go"
)

// Workers say hello to the coordinator regularly: who they are and what they play. The answer tells them what they need
// to know. While there is no coordinator they continue with what they know.

const (
	helloEvery = time.Second
	helloLost  = 15 * time.Second // time after which a worker counts as gone
)

type hello struct {
	Name      string          `json:"name"`
	Slots     int             `json:"slots"`
	Local     bool            `json:"local,omitempty"` // it may run bots that cannot be packed
	Abilities event.Abilities `json:"abilities"`
	Needs     []string        `json:"needs"` // keys of the needs that it can play
	Playing   []playing       `json:"playing,omitempty"`

	Missing map[string]string `json:"missing,omitempty"` // what it does not have for the other needs, by key
	Played  int               `json:"played"`
	Secrets bool              `json:"secrets,omitempty"` // it plays matches by the secrets of their job

	Trouble   string `json:"trouble,omitempty"`    // the last error of a job
	TroubleAt int64  `json:"trouble_at,omitempty"` // Unix time in milliseconds

	Event  bool `json:"event,omitempty"` // it asks for the event
	Leaves bool `json:"leaves,omitempty"`
}

// playing is a match that a worker plays now.
type playing struct {
	Fixture tournament.ID `json:"fixture"`
	Since   int64         `json:"since"` // Unix time in milliseconds
	Turn    int           `json:"turn"`
}

type welcome struct {
	Needs map[string]worker.Need `json:"needs"`
	Event *event.Event           `json:"event,omitempty"`
	Life  string                 `json:"life"` // life of the coordinator: it changes when the coordinator restarts
}

// knownWorker is what the coordinator knows of a worker.
type knownWorker struct {
	hello
	seen time.Time
}

// info describes the worker.
func (w *knownWorker) info() event.Worker {
	i := event.Worker{Name: w.Name, Slots: w.Slots, Busy: len(w.Playing), Played: w.Played, Abilities: w.Abilities,
		Seen: w.seen, Missing: slices.Sorted(maps.Values(w.Missing)), Trouble: w.Trouble}
	if i.Missing = slices.Compact(i.Missing); w.TroubleAt > 0 {
		i.TroubleAt = time.UnixMilli(w.TroubleAt)
	}
	return i
}

// answerHellos answers workers until the subscription ends.
func (e *Engine) answerHellos() (*nats.Subscription, error) {
	refused := map[string]bool{}
	return e.broker.conn.Subscribe(e.names.hello(), func(m *nats.Msg) {
		var h hello
		if err := json.Unmarshal(m.Data, &h); err != nil || h.Name == "" || len(h.Name) > 200 {
			e.o.Log.Warn("a worker says hello in a form that is not understood", "error", err)
			return
		}
		if !h.Secrets && !e.Secret().IsZero() {
			// Without an answer it gets neither the event nor a queue.
			if !refused[h.Name] {
				e.o.Log.Warn("a worker is not let in: its version of blastyard knows no secrets of matches", "worker",
					h.Name)
			}
			refused[h.Name] = true
			return
		}
		w := welcome{Life: e.life}
		if h.Event {
			w.Event = &e.event
		}
		e.mu.Lock()
		known := e.workers[h.Name]
		e.workers[h.Name] = &knownWorker{h, time.Now()}
		if h.Leaves {
			delete(e.workers, h.Name)
		}
		w.Needs = make(map[string]worker.Need, len(e.needs))
		for k, n := range e.needs {
			w.Needs[k] = n
		}
		e.mu.Unlock()
		if known == nil || !slices.Equal(known.Needs, h.Needs) || known.Slots != h.Slots ||
			!maps.Equal(known.Missing, h.Missing) {
			e.wakeDispatch()
		}
		data, err := json.Marshal(w)
		if err == nil {
			err = m.Respond(data)
		}
		if err != nil {
			e.o.Log.Warn("a worker's hello is not answered", "worker", h.Name, "error", err)
		}
	})
}

// slots is the number of slots of the workers that can play the need with this key; "": of all workers.
func (e *Engine) slots(key string) (n int) {
	for name, w := range e.workers {
		if time.Since(w.seen) > helloLost {
			delete(e.workers, name)
			continue
		}
		if key == "" || slices.Contains(w.Needs, key) {
			n += w.Slots
		}
	}
	return n
}

// sayHello asks the coordinator for news.
func sayHello(ctx context.Context, conn *nats.Conn, n names, h *hello) (*welcome, error) {
	h.Secrets = true
	data, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("engine: hello: %w", err)
	}
	m, err := conn.RequestWithContext(ctx, n.hello(), data)
	if err != nil {
		return nil, fmt.Errorf("engine: hello: %w", err)
	}
	w := new(welcome)
	if err := json.Unmarshal(m.Data, w); err != nil {
		return nil, fmt.Errorf("engine: the coordinator's answer: %w", err)
	}
	return w, nil
}

// workersInOrder returns the present workers, sorted by name.
func (e *Engine) workersInOrder() (list []*knownWorker) {
	e.slots("") // forgets the workers that are gone
	for _, w := range e.workers {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b *knownWorker) int { return strings.Compare(a.Name, b.Name) })
	return list
}
