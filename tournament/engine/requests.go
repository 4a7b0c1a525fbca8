package engine

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"blastyard/internal/errortext"
	"blastyard/internal/filelock"
	"blastyard/internal/regular"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/similar"
)

// Commands of the organiser reach the process that plays an event through a folder of its store, which only the owner
// of the store can read and write: a request is a file, and so is its answer. A request that nobody has answered stays
// there. So an order survives the end of either side, also by kill -9: whoever opens the store next carries it out, and
// an order that the log has already changes nothing.

const (
	requestsFolder = "requests"
	requestEnd     = ".request"
	answerEnd      = ".answer"
	maxRequest     = 64 << 10
	requestsEvery  = 200 * time.Millisecond
	slowAnswer     = 5 * time.Second
	answerKept     = time.Hour // of a command that was ended before it read the answer
)

// Request is what a command asks of the process that has an event open.
type Request struct {
	Order  *tournament.Order `json:"order,omitempty"`
	Status bool              `json:"status,omitempty"` // how the event is doing

	Versions string `json:"versions,omitempty"` // write the archives of the versions of this entrant
	To       string `json:"to,omitempty"`       // into this folder
	Similar  bool   `json:"similar,omitempty"`  // which bots resemble each other
}

// Answer is the answer to a Request.
type Answer struct {
	Error  string `json:"error,omitempty"` // why it was refused, for people; "": it was not
	Status *State `json:"status,omitempty"`

	Similar  []similar.Pair `json:"similar,omitempty"`
	Compared int            `json:"compared,omitempty"` // how many bots were compared
}

// State is how an event that is open is doing.
type State struct {
	Progress event.Progress `json:"progress"`
	Free     int64          `json:"free"`   // bytes on the disk of the store
	Queued   int            `json:"queued"` // matches that are in the queue or being played
	Held     int            `json:"held"`   // matches that wait for a place in it
}

// NewOrderID returns an ID for an order.
func NewOrderID() string { return strings.ToLower(rand.Text()) }

// isPlayed reports whether a process has the store open.
func isPlayed(dir string) bool {
	l, err := filelock.Try(filepath.Join(dir, "lock"), filelock.Exclusive)
	if err != nil || l == nil {
		return true
	}
	_ = l.Unlock()
	return false
}

// Ask sends a request to the process that has the store in dir open, and waits for its answer. While there is none, it
// opens the store in this process if no other has it open: that answers, too. It calls slow once when it has waited for
// some seconds. A request with an order stays in the folder when ctx ends.
func Ask(ctx context.Context, r *Request, o Options, slow func()) (*Answer, error) {
	dir := o.Dir
	folder := filepath.Join(dir, requestsFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, wrapFull(fmt.Errorf("engine: %w", err))
	}
	id := NewOrderID()
	if r.Order != nil {
		id = r.Order.ID
	}
	path := filepath.Join(folder, id)
	text, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("engine: request: %w", err)
	}
	if err := replaceFile(path+requestEnd, text); err != nil {
		return nil, wrapFull(err)
	}
	for began := time.Now(); ; {
		if a, err := readAnswer(path + answerEnd); err != nil || a != nil {
			return a, err
		}
		if !isPlayed(dir) {
			e, err := Open(ctx, o)
			if err == nil {
				err = e.Close()
			}
			if err != nil && !errors.Is(err, ErrLocked) {
				return nil, errors.Join(err, os.Remove(path+requestEnd))
			}
			continue
		}
		if slow != nil && time.Since(began) > slowAnswer {
			slow()
			slow = nil
		}
		if err := sleep(ctx, requestsEvery/4); err != nil {
			return nil, err
		}
	}
}

// hasRequests reports whether requests in a store's folder have no answer yet.
func hasRequests(dir string) bool {
	files, _ := os.ReadDir(filepath.Join(dir, requestsFolder))
	return slices.ContainsFunc(files, func(f os.DirEntry) bool { return strings.HasSuffix(f.Name(), requestEnd) })
}

func readAnswer(path string) (*Answer, error) {
	text, err := regular.ReadFile(path, maxRequest<<8)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	a := new(Answer)
	if err == nil {
		err = json.Unmarshal(text, a)
	}
	if err != nil {
		return nil, fmt.Errorf("engine: answer: %w", err)
	}
	_ = os.Remove(path)
	return a, nil
}

// watchRequests answers requests until ctx ends.
func (e *Engine) watchRequests(ctx context.Context) {
	for sleep(ctx, requestsEvery) == nil {
		if !e.opened.Load() {
			continue
		}
		if err := e.takeRequests(ctx); err != nil && ctx.Err() == nil {
			e.o.Log.Error("a request of the organiser waits", "error", err)
		}
	}
}

// takeRequests answers the requests that are there. The error is about this process: the requests stay.
func (e *Engine) takeRequests(ctx context.Context) error {
	e.requests.Lock()
	defer e.requests.Unlock()
	folder := filepath.Join(e.folder.path, requestsFolder)
	list, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, f := range list {
		path := filepath.Join(folder, f.Name())
		id, is := strings.CutSuffix(f.Name(), requestEnd)
		if !is {
			if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > answerKept {
				_ = os.Remove(path)
			}
			continue
		}
		a, err := e.answer(ctx, id, path)
		if err != nil {
			return err
		}
		if err := e.reply(filepath.Join(folder, id), a); err != nil {
			return err
		}
	}
	return err
}

// reply writes an answer, and then removes the request.
func (e *Engine) reply(path string, a *Answer) error {
	text, err := json.Marshal(a)
	if err == nil {
		err = replaceFile(path+answerEnd, text)
	}
	if err == nil {
		err = os.Remove(path + requestEnd)
	}
	if err != nil {
		return fmt.Errorf("engine: request: %w", err)
	}
	return nil
}

// answer carries out the request of a file.
func (e *Engine) answer(ctx context.Context, id, path string) (*Answer, error) {
	text, err := regular.ReadFile(path, maxRequest)
	var r Request
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	switch {
	case err != nil:
		return &Answer{Error: "the request cannot be read: " + errortext.Line(err)}, nil
	case r.Order != nil && r.Order.ID != id:
		return &Answer{Error: "the request has another name than its order"}, nil
	case r.Order != nil:
		err := e.Order(ctx, r.Order)
		switch {
		case isRefusal(err):
			return &Answer{Error: errortext.Text(err)}, nil
		case err != nil:
			return nil, err
		}
		return &Answer{}, nil
	case r.Versions != "":
		if err := e.writeVersions(ctx, r.Versions, r.To); err != nil {
			return &Answer{Error: errortext.Line(err)}, nil
		}
		return &Answer{}, nil
	case r.Status:
		return &Answer{Status: e.Doing()}, nil
	case r.Similar:
		found, err := e.Similar(ctx)
		if err != nil {
			return &Answer{Error: errortext.Line(err)}, nil
		}
		return &Answer{Similar: found.Pairs, Compared: len(found.Bots)}, nil
	}
	return &Answer{Error: "the request asks for nothing"}, nil
}

// Doing returns how the event is doing.
func (e *Engine) Doing() *State {
	s := &State{Progress: e.Progress()}
	if free, err := freeSpace(e.folder.path); err == nil {
		s.Free = free
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, h := range e.queue.out {
		s.Queued += len(h.job.Fixtures)
	}
	for _, h := range e.queue.held {
		s.Held += len(h.job.Fixtures)
	}
	return s
}
