package site

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/submission"
)

// slowUpload is an upload that goes on until it is freed, and is then cut.
type slowUpload struct{ begun, free chan struct{} }

func (s *slowUpload) Read([]byte) (int, error) {
	close(s.begun)
	<-s.free
	return 0, io.EOF
}

// TestAcrossCloses: an event waits for an upload that was begun before closes, and for what is made of it, and lets
// nobody begin one afterwards, also where the clock is set back.
func TestAcrossCloses(t *testing.T) {
	ev := parse(t, "opens = 2026-01-01T10:00:00Z\ncloses = 2026-01-01T18:00:00Z\n"+roundRobin)
	var at atomic.Int64
	set := func(hour int) { at.Store(time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC).UnixMilli()) }
	set(9)
	dir := t.TempDir()
	e, err := engine.Open(t.Context(), engine.Options{Dir: dir, Event: ev, Jobs: 1,
		Now: func() time.Time { return time.UnixMilli(at.Load()) }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	d, err := NewInbox(e, ev, InboxOptions{Store: dir, Unsafe: true})
	if err != nil {
		t.Fatal(err)
	}
	stopInbox := beside(d.Run)
	defer stopInbox()
	stopEngine := beside(func(ctx ctx) { _ = e.Run(ctx) })
	defer stopEngine()
	if _, err := d.Submit("cat", strings.NewReader("x")); !errors.Is(err, submission.ErrSoon) ||
		!strings.Contains(err.Error(), "from 2026-01-01 10:00 UTC on") {
		t.Errorf("before it opens: %v", err)
	}
	set(12)
	upload := &slowUpload{make(chan struct{}), make(chan struct{})}
	answer := make(chan error, 1)
	go func() {
		_, err := d.Submit("cat", upload)
		answer <- err
	}()
	<-upload.begun
	set(19)
	wait(t, func() bool { return !e.Phase().Submit && closedInLog(t, e) })
	set(11)
	if _, err := d.Submit("dog", strings.NewReader("x")); !errors.Is(err, submission.ErrClosed) {
		t.Errorf("after closes, with the clock set back: %v", err)
	}
	if p := e.Phase(); p.Name != event.Closed {
		t.Errorf("while the upload goes on: %+v", p)
	}
	close(upload.free)
	if err := <-answer; err != nil {
		t.Errorf("an upload that was begun before closes: %v", err)
	}
	wait(t, func() bool { return e.Phase().Name == event.Over })
	if list := d.Reports("cat"); len(list) != 1 || list[0].State != submission.Refused || list[0].Began.Hour() != 12 {
		t.Errorf("what was sent across closes: %+v", list)
	}
	if err := d.OpenTo("ann"); err == nil {
		t.Error("it takes submissions when it is over")
	}
}

func closedInLog(t *testing.T, e *engine.Engine) bool {
	list, err := e.Store().Changes(t.Context(), "", 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if c.Clock != nil && c.Clock.What == tournament.ClockCloses {
			return true
		}
	}
	return false
}
