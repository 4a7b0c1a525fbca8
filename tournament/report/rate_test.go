package report

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRate(t *testing.T) {
	var lines strings.Builder
	for i := range 30 {
		fmt.Fprintf(&lines, `{"players":["ann","bob","cid","dan"],"ranks":[1,2,2,4],"block":%d}`+"\n", i/3)
		fmt.Fprintf(&lines, `{"ranks":[%d,%d],"players":["bob","dan"],"block":"b%d"}`+"\n\n", 1+i%2, 2-i%2, i/3)
	}
	s, err := Rate(strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	sum := 0.0
	for _, e := range s.Entrants {
		names = append(names, e.Name)
		sum += e.Strength
		if e.Low >= e.Strength || e.High <= e.Strength || e.High-e.Low > 10 {
			t.Errorf("%s: %v in %v to %v, want an interval around it", e.Name, e.Strength, e.Low, e.High)
		}
	}
	if want := []string{"ann", "cid", "bob", "dan"}; !cmp.Equal(names, want) {
		t.Errorf("ranked %v, want %v", names, want)
	}
	if s.Matches != 60 || !s.Complete || math.Abs(sum) > 1e-9 {
		t.Errorf("%d matches, complete %v, sum of strengths %v, want 60, true, 0", s.Matches, s.Complete, sum)
	}
	bob := s.Entrants[2]
	if bob.Matches != 60 || bob.Wins != 15 || bob.Draws != 0 || bob.Losses != 45 || math.Abs(bob.Points-(30*0.5+15)) > 1e-9 {
		t.Errorf("bob has %+v, want 60 matches, 15 won, 45 lost, 30 points", bob)
	}
	if want := []int{15, 45}; !cmp.Equal(bob.Ranks, want) {
		t.Errorf("bob's ranks are %v, want %v", bob.Ranks, want)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"rank":1`, `"name":"ann"`, `"strength":`, `"low":`, `"high":`, `"failures":{}`, `"mean_score":0`} {
		if !strings.Contains(string(text), key) {
			t.Errorf("the JSON has no %s: %s", key, text)
		}
	}
	var out strings.Builder
	WriteRated(&out, s)
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(rows) != 5 || !strings.Contains(rows[0], "better than next") || !strings.HasPrefix(rows[1], "   1  ann") {
		t.Errorf("printed\n%s", out.String())
	}
}

// TestRateBlocks: the matches of a block count as one sample, so they leave more doubt than the same number of single
// matches.
func TestRateBlocks(t *testing.T) {
	width := func(block func(i int) string) float64 {
		var lines strings.Builder
		for i := range 90 {
			winner := []string{`[1,2]`, `[1,2]`, `[2,1]`}[i/6%3]
			fmt.Fprintf(&lines, `{"players":["a","b"],"ranks":%s%s}`+"\n", winner, block(i))
		}
		s, err := Rate(strings.NewReader(lines.String()))
		if err != nil {
			t.Fatal(err)
		}
		return s.Entrants[0].High - s.Entrants[0].Low
	}
	single := width(func(int) string { return "" })
	if got := width(func(i int) string { return fmt.Sprintf(`,"block":%d`, i/6) }); got < 1.4*single {
		t.Errorf("blocks of six equal matches leave %v of doubt, single matches %v", got, single)
	}
}

func TestWrongResults(t *testing.T) {
	var many strings.Builder
	for i := range 501 {
		fmt.Fprintf(&many, `{"players":["a%d","b%d"],"ranks":[1,2]}`+"\n", i, i)
	}
	good := `{"players":["a","b"],"ranks":[1,2]}` + "\n"
	for _, c := range []struct{ text, want string }{
		{many.String(), `results: line 501: "a500" is one name too many, expected 1000 at most`},
		{"", `results: there is no line, expected lines as {"players":["a","b"],"ranks":[1,2]}`},
		{good + "\nnonsense", "results: line 3: it is no JSON: there is 'o' where null is begun"},
		{good + `{"players":["a"],"ranks":[1]}`, "results: line 2: players has 1 names, expected 2 to 255"},
		{`{"players":["a","b"],"ranks":[1]}`, "results: line 1: ranks has 1 numbers, expected 2, one for each player"},
		{`{"players":["a","a"],"ranks":[1,2]}`, `results: line 1: players[1] is "a", who is there twice`},
		{`{"players":["a",""],"ranks":[1,2]}`, `results: line 1: players[1] is "", expected a name`},
		{`{"players":["a","b"],"ranks":[0,2]}`, "results: line 1: ranks[0] is 0, expected 1 or more"},
		{`{"players":["a","b"],"ranks":[1.5,2]}`, "results: line 1: ranks is 1.5, expected a whole number"},
		{`{"players":["a","b"],"rank":[1,2]}`, `results: line 1: there is no key "rank"; did you mean ranks?`},
		{`{"players":["a","b"],"ranks":[1,2],"block":[]}`, "results: line 1: block is [], expected a text or a number"},
		{good[:len(good)-1] + good, "results: line 1: there is more than one JSON value"},
		{`{"players":["` + strings.Repeat("x", 1<<20) + `"`, "results: a line has more than 1048576 bytes"},
	} {
		_, err := Rate(strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.80q: error %v, want %s", c.text, err, c.want)
		}
	}
}
