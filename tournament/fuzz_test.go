package tournament

import (
	"encoding/json"
	"testing"
)

// FuzzApply: whatever a log contains, a schedule refuses impossible records and can then be asked everything that pages
// ask.
func FuzzApply(f *testing.F) {
	for _, text := range []string{
		`{"at":1,"results":[{"id":"0.0","entrants":[0,1],"ranks":[1,2],"scores":[3,-1],"turns":7,"state":"0aff"}]}`,
		`{"at":1,"results":[{"id":"f0.1","entrants":[2,1],"ranks":[1,1],"scores":[3,3],"late":[1,0],"host":[1,0],"turns":7}]}`,
		`{"at":1,"results":[{"id":"0.1","try":1,"entrants":[1,0],"ranks":[1,2],"scores":[9223372036854775807,0],"turns":7}]}`,
		`{"at":1,"results":[{"id":"134217728.1","entrants":[1,2],"ranks":[2,1],"scores":[0,0],"used_ms":[1,2],"turns":0}]}`,
		`{"at":1,"results":[{"id":"3.0","entrants":[1,1],"ranks":[0,-1],"scores":null,"turns":-7}]}`,
		`{"at":1,"void":{"id":"0.0","why":"x"}}`, `{"at":1,"void":{"id":"f9.9","try":-1}}`,
		`{"at":1,"enter":{"name":"new"}}`, `{"at":1,"enter":{"name":"\u0000"}}`, `{"at":1,"leave":{"name":"bot01"}}`,
		`{"at":1,"close":{"stage":0,"why":"x"}}`, `{"at":1,"close":{"stage":-1}}`, `{}`,
	} {
		f.Add([]byte(text), []byte(text))
	}
	configs := []Config{
		{Format: RoundRobin, Entrants: names(3), Top: 2, Final: &Config{Format: RoundRobin}},
		{Format: Ladder, Entrants: names(3), MaxMatches: 8},
		{Format: SPRT, Entrants: names(2), Test: Test{Elo1: 10}},
		{Format: Swiss, Entrants: names(5)},
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		for _, c := range configs {
			s := newSchedule(t, c)
			for range 2 {
				for _, text := range [][]byte{first, second} {
					var rec Record
					if json.Unmarshal(text, &rec) != nil {
						continue
					}
					s.Take(1, s.Used)
					before := outcomeOf(s)
					changed, err := s.Apply(&rec)
					if err != nil && !changed && outcomeOf(s) != before {
						t.Fatalf("%s: refused (%v), but something changed", text, err)
					}
				}
			}
			counted, played, planned := s.Count()
			if counted < 0 || counted > played || planned != 0 && planned < counted {
				t.Fatalf("counted %d, played %d, planned %d", counted, played, planned)
			}
			s.Byes(s.Stage())
			for _, f := range s.Take(3, s.Used) {
				if added, err := s.Add(strong(f)); !added || err != nil {
					t.Fatalf("%v was taken: added %v, %v", f.ID, added, err)
				}
			}
		}
	})
}
