package netorcai

import "testing"

func TestPortableNumbers(t *testing.T) {
	for _, c := range [][2]string{
		{`[{"id":1.0,"bomb_range":2e0,"bomb_delay":20e-1}]`, `[{"bomb_delay":2,"bomb_range":2,"id":1}]`},
		{`[1.5,-0.0,1e3]`, `[1.5,-0,1000]`},
		{`[{"id" : 7}]`, `[{"id" : 7}]`}, // passed on as it is
		{`["1.0","e"]`, `["1.0","e"]`},
	} {
		got, err := portable([]byte(c[0]))
		if err != nil || string(got) != c[1] {
			t.Errorf("portable(%s) = %s, %v; want %s", c[0], got, err, c[1])
		}
	}
	if got, err := portable([]byte(`[1e999]`)); err == nil {
		t.Errorf("portable(1e999) = %s, want an error", got)
	}
}
