package inaction

import (
	"strings"
	"testing"
)

func TestSee(t *testing.T) {
	for answer, acts := range map[string]bool{"[]": false, " [ ] ": false, "": false, "null": false, "0": false, "5": true,
		"6": true, `[{"id":1}]`: true, `["nonsense"]`: true} {
		var w Watch
		told := 0
		for range 3 * Patience {
			if w.See([]byte(answer)) {
				told++
			}
		}
		if w.Acted != acts || acts && told > 0 || !acts && told != 1 {
			t.Errorf("%q: %+v, told %d times", answer, w, told)
		}
	}
}

func TestActedOnce(t *testing.T) {
	var w Watch
	w.See([]byte("[]"))
	w.See([]byte(`[{"id":0}]`))
	for range 2 * Patience {
		if w.See([]byte("[]")) {
			t.Fatal("a bot that has acted is said to do nothing")
		}
	}
}

func TestText(t *testing.T) {
	if got := Text(20, false); !strings.Contains(got, "20 answers, all with no action") || !strings.Contains(got, `"movement":"move"`) {
		t.Error(got)
	}
	if got := Text(20, true); !strings.Contains(got, "all with the command 0") || !strings.Contains(got, "from 1 to 6") {
		t.Error(got)
	}
}
