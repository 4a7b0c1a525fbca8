package flagerror

import "testing"

// TestMeant: numbers and times as people write them.
func TestMeant(t *testing.T) {
	for _, c := range []struct{ kind, value, want string }{
		{"int", "4,000", "4000"}, {"int", "4.000", "4000"}, {"int", "1 000 000", "1000000"}, {"uint64", "1'000", "1000"}, {"uint64", "-1", ""}, {"int", "5", ""}, {"int", "4.0", "4"},
		{"int", "1e3", "1000"}, {"int", "\uff14", "4"}, {"int", " 7 ", "7"}, {"int", "4\u00a0000", "4000"}, {"int", "1.5", ""}, {"int", "many", ""}, {"int", "", ""},
		{"duration", "1", "1s"}, {"duration", "1,5s", "1.5s"}, {"duration", "500 ms", "500ms"}, {"duration", "0.5sec", "0.5s"}, {"duration", "2 Minutes", "2m"},
		{"duration", "1h30", ""}, {"duration", "soon", ""}, {"duration", "s", ""}, {"duration", "90min", "90m"}, {"float64", "0,5", "0.5"}, {"float64", "x", ""}, {"bool", "yes", ""},
	} {
		want := c.want
		if want != "" {
			want = "; did you mean " + want + "?"
		}
		if got := meant(c.kind, c.value); got != want {
			t.Errorf("%s %q: %q, expected %q", c.kind, c.value, got, want)
		}
	}
}
