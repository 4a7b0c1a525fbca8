package serve

import (
	"strings"
	"testing"
)

// TestNoBranches: a server without a Brancher says so and accepts no requests.
func TestNoBranches(t *testing.T) {
	s := start(t, Config{})
	s.add("m", 3)
	for _, c := range []struct {
		post, path string
		code       int
		want       string
	}{
		{"", "/api/matches/m/branch", 200, `{"can":false,"why":"this page only shows matches`},
		{"{}", "/api/matches/m/branch", 403, "this page only shows matches"},
		{"", "/api/matches/other/branch", 404, "no such match"},
		{"{}", "/api/matches/m/branches", 405, "only GET and HEAD"},
		{"", "/api/matches/m/messages/3/0", 409, "this page does not have what bots got"},
		{"", "/api/matches/m/messages/x/0", 404, "no such turn"},
		{"{}", "/api/matches/m/messages/3/0", 405, "only GET and HEAD"},
	} {
		var code int
		var text string
		if c.post != "" {
			code, text = s.post(c.path, c.post)
		} else {
			var r reply
			r, text = s.get(c.path)
			code = r.code
		}
		if code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %d %s, want %d %s", c.post, c.path, code, text, c.code, c.want)
		}
	}
}
