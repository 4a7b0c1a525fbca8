package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"blastyard/internal/website"
	"blastyard/show/serve"
)

const (
	eventPace   = time.Second      // minimum time between two events to a reader
	heartbeat   = 15 * time.Second // interval of signs of life on silent streams
	patience    = 10 * time.Second // time limit of a write to a reader
	retryMillis = 2000             // time after which a browser reconnects
)

// change is the content of an event: enough to tell whether something is new.
type change struct {
	At      int64 `json:"at"` // Unix time in milliseconds
	Stage   int   `json:"stage"`
	Played  int   `json:"played"`
	Planned int   `json:"planned"`
	Running int   `json:"running"`
	Done    bool  `json:"done"`
}

// inStream is the event as the viewer tells pages of it, in the stream that tells of matches, too.
type inStream Site

// Changed implements serve.Event.
func (e *inStream) Changed() <-chan struct{} { return e.o.Source.Changed() }

// JSON implements serve.Event.
func (e *inStream) JSON() []byte { return changeOf(e.o.Source.Snapshot()).json() }

func (c change) json() []byte {
	data, err := json.Marshal(c)
	if err != nil {
		panic(err) // numbers have a JSON form
	}
	return data
}

func changeOf(s *Snapshot) change {
	if s == nil {
		return change{}
	}
	return change{At: s.At.UnixMilli(), Stage: max(len(s.Stages)-1, 0), Played: s.Progress.Played,
		Planned: s.Progress.Planned, Running: len(s.Progress.Running), Done: s.Progress.Done}
}

// follow tells a reader about newer snapshots, at most once a second. There is no queue: a reader that falls behind
// only gets the newest one.
func (s *Site) follow(w http.ResponseWriter, r *http.Request) {
	open, end := context.WithCancel(s.open)
	defer end()
	place := s.streams.Enter(website.Network(r.RemoteAddr), end)
	if place == nil {
		w.Header().Set("Retry-After", "10")
		s.fail(w, r, http.StatusServiceUnavailable, "Too many readers follow the event: reload the page later.")
		return
	}
	defer s.streams.Leave(place)
	serve.StreamHeaders(w, r)
	if r.Method == http.MethodHead {
		return
	}
	gone, cancel := context.WithCancel(r.Context())
	defer cancel()
	control := http.NewResponseController(w)
	defer serve.OnClose(open, func() {
		cancel()
		s.deadline(control, 0) // a blocked write ends now
	})()
	s.stream(gone, w, control)
}

func (s *Site) stream(gone context.Context, w http.ResponseWriter, control *http.ResponseController) {
	write := func(text string) bool {
		s.deadline(control, patience)
		_, err := w.Write([]byte(text))
		return err == nil && gone.Err() == nil && control.Flush() == nil
	}
	if !write(fmt.Sprintf("retry: %d\n\n", retryMillis)) {
		return
	}
	for {
		changed := s.o.Source.Changed()
		data := changeOf(s.o.Source.Snapshot()).json()
		if !write(fmt.Sprintf("event: changed\ndata: %s\n\n", data)) || !sleep(gone, s.pace) {
			return
		}
		if !waitFor(gone, changed, func() bool { return write(": still here\n\n") }) {
			return
		}
	}
}

// waitFor waits until a channel is closed, and calls beat regularly meanwhile. It returns false if the reader is gone.
func waitFor(gone context.Context, changed <-chan struct{}, beat func() bool) bool {
	ticks := time.NewTicker(heartbeat)
	defer ticks.Stop()
	for {
		select {
		case <-gone.Done():
			return false
		case <-changed:
			return true
		case <-ticks.C:
			if !beat() {
				return false
			}
		}
	}
}

func (s *Site) deadline(c *http.ResponseController, d time.Duration) {
	if err := c.SetWriteDeadline(time.Now().Add(d)); err != nil {
		s.log.Debug("a stream has no write deadline", "error", err)
	}
}

// sleep returns false if the reader has gone meanwhile.
func sleep(gone context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-gone.Done():
		return false
	}
}
