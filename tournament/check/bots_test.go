package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/arena/checkup"
	"blastyard/tournament/event"
)

// programs returns an event of so many programs, which no test starts.
func programs(t *testing.T, n int) *event.Event {
	t.Helper()
	dir := t.TempDir()
	var text strings.Builder
	for i := range n {
		name := fmt.Sprintf("bot%d", i)
		if err := errors.Join(os.Mkdir(filepath.Join(dir, name), 0o777),
			os.WriteFile(filepath.Join(dir, name, "bot.toml"), []byte(`command = "./bot"`), 0o666),
			os.WriteFile(filepath.Join(dir, name, "bot"), []byte("#!/bin/sh\n"), 0o777)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "[[bot]]\nfolder = %q\n", name)
	}
	return parse(t, dir, text.String())
}

// TestSideBySide: as many bots are checked at the same time as there are cores, and the report keeps the order of the
// file. Each check waits for its turns, so that a bot can have the machine alone.
func TestSideBySide(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	e := programs(t, 2*cores+1)
	var mu sync.Mutex
	inside, most, full := 0, 0, make(chan struct{})
	o := Options{check: func(ctx context.Context, c checkup.Config) (*checkup.Report, error) {
		if c.Turn == nil {
			t.Error("the check does not wait for its turns")
		}
		mu.Lock()
		inside++
		if most = max(most, inside); most == cores && inside == cores {
			select {
			case <-full:
			default:
				close(full)
			}
		}
		mu.Unlock()
		select {
		case <-full:
		case <-time.After(time.Minute):
			t.Errorf("%d bots are checked at a time, want %d", inside, cores)
		}
		mu.Lock()
		inside--
		mu.Unlock()
		return &checkup.Report{Bot: c.Bot.Bot, Points: []checkup.Point{{Name: "starts", Verdict: checkup.Fault}}}, nil
	}}
	r, err := Event(t.Context(), e, o)
	if err != nil {
		t.Fatal(err)
	}
	if most != cores {
		t.Errorf("%d bots were checked at a time, want %d", most, cores)
	}
	for i := range r.Bots {
		if b := &r.Bots[i]; b.Name != fmt.Sprintf("bot%d", i) || filepath.Base(b.Checkup.Bot) != b.Name || b.OK {
			t.Errorf("bot %d: %+v, %+v", i, b, b.Checkup)
		}
	}
}

// TestACheckThatFails: a failure of one check ends the others, and is the error.
func TestACheckThatFails(t *testing.T) {
	e := programs(t, 3)
	failed := errors.New("no room")
	_, err := Event(t.Context(), e, Options{check: func(ctx context.Context, c checkup.Config) (*checkup.Report, error) {
		if filepath.Base(c.Bot.Bot) == "bot0" {
			return nil, failed
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	if !errors.Is(err, failed) || !strings.Contains(err.Error(), "bot0") {
		t.Errorf("%v", err)
	}
}
