package serve

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
)

// TestCrowd: each step is somebody who comes ("a2" is the second one from address a; "P1" one that keeps its place), who
// leaves ("-a2"), or does something ("*a2"); and who is ended then. At most 4 are there, and 3 from an address.
func TestCrowd(t *testing.T) {
	for what, steps := range map[string][][2]string{
		"from one address, the one that is idle goes": {
			{"a1", ""}, {"a2", ""}, {"a3", ""}, {"*a1", ""}, {"a4", "a2"}, {"a5", "a3"}, {"a6", "a1"}},
		"who has most gives way": {{"a1", ""}, {"a2", ""}, {"a3", ""}, {"b1", ""}, {"c1", "a1"}, {"d1", "a2"}, {"a4", "a3"}},
		"who has one keeps it":   {{"a1", ""}, {"b1", ""}, {"c1", ""}, {"d1", ""}, {"e1", "refused"}, {"a2", "a1"}, {"-b1", ""}, {"e1", ""}},
		"proxies keep theirs": {{"P1", ""}, {"P2", ""}, {"P3", ""}, {"P4", ""}, {"P5", "refused"}, {"a1", "refused"}, {"-P1", ""}, {"a1", ""},
			{"a2", "a1"}, {"P6", "refused"}},
	} {
		c := NewCrowd(4, 3)
		places, clock := map[string]*Place{}, int64(0)
		for i, step := range steps {
			who, ended := step[0], ""
			clock++
			switch name := who[1:]; who[0] {
			case '-':
				c.Leave(places[name])
				c.Leave(places[name]) // again does nothing
			case '*':
				places[name].active.Store(clock)
			default:
				from := netip.AddrFrom4([4]byte{10, 0, 0, who[0]})
				end := func() {}
				if who[0] == 'P' {
					end = nil
				}
				before := map[string]bool{}
				for n, p := range places {
					before[n] = !p.gone
				}
				p := c.Enter(from, end)
				if p == nil {
					ended = "refused"
					break
				}
				p.active.Store(clock)
				places[who] = p
				var gone []string
				for n, p := range places {
					if before[n] && p.gone {
						gone = append(gone, n)
					}
				}
				slices.Sort(gone)
				ended = strings.Join(gone, " ")
			}
			if ended != step[1] {
				t.Errorf("%s, step %d, %s: %q ended, want %q", what, i, who, ended, step[1])
			}
		}
	}
}
