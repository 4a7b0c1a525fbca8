package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestBadCursor: a cursor that no answer has is the fault of whoever asks.
func TestBadCursor(t *testing.T) {
	r := start(t, newFake(4, 10), nil)
	r.src.err = ErrCursor
	for _, path := range []string{"/api/matches?after=x", "/matches?after=x"} {
		if body := r.want(path, http.StatusBadRequest); !strings.Contains(body, "expected the cursor of an answer, such as 12.3") {
			t.Errorf("%s: %s", path, body)
		}
	}
}
