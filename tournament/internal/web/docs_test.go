package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestManual: the manual is served beside the event.
func TestManual(t *testing.T) {
	r := start(t, newFake(4, 10), nil)
	for path, want := range map[string]string{"/docs/": "<h1", "/docs": "<h1", "/docs/rules-hexabomb.html": "Rules: hexabomb",
		"/docs/taking-part.html": "Taking part", "/docs/docs.css": "{"} {
		if body := r.want(path, http.StatusOK); !strings.Contains(body, want) {
			t.Errorf("%s has no %q", path, want)
		}
	}
	r.want("/docs/nothing.html", http.StatusNotFound)
}
