package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// held is a Source whose replay is held at times.
type held struct {
	*fake
	file   []byte
	answer error
}

func (h *held) Replay(context.Context, string) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(h.file)), h.answer
}

// TestHeldAgain: a replay that is being watched is refused from the moment on at which another match of its block is
// taken back. One that the store does not keep any more can still be watched.
func TestHeldAgain(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("..", "..", "..", "replay", "testdata", "golden", "hexabomb-classical.blast"))
	if err != nil {
		t.Fatal(err)
	}
	src := &held{fake: newFake(2, 1), file: file}
	s, err := newShelf(t.TempDir(), src.Replay, src.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	for _, step := range []struct{ open, want error }{
		{nil, nil}, {nil, nil}, {&HeldError{"later"}, &HeldError{"later"}}, {ErrNotFound, nil}, {nil, nil},
	} {
		src.answer = step.open
		src.set(func(s *Snapshot) { s.Progress.Played++ })
		w, err := s.take(fakeHash)
		if (err == nil) != (step.want == nil) || step.want != nil && !errors.As(err, new(*HeldError)) {
			t.Errorf("the source says %v: %v, want %v", step.open, err, step.want)
		}
		if err == nil {
			s.release(w)
		}
	}
}

// TestHeldPages: pages of a match say why its replay is not shown, and link to no replay.
func TestHeldPages(t *testing.T) {
	src := newFake(3, 4)
	src.matches[0].Held = "this match's replay is shown when all 2 matches of its block are over"
	src.matches[0].Result.Replay = fakeHash
	site, err := New(Options{Source: src, About: fakeAbout(), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	get := func(path string) string {
		t.Helper()
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = "localhost"
		if site.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
		return w.Body.String()
	}
	body := get("/matches/" + src.matches[0].ID.String())
	if !strings.Contains(body, "This match&#39;s replay is shown when all 2 matches of its block are over.") || strings.Contains(body, "replays/"+fakeHash) {
		t.Errorf("the page says %s", body)
	}
	if body := get("/api/event"); !strings.Contains(body, `"secret":""`) {
		t.Errorf("the event says %s", body)
	}
}
