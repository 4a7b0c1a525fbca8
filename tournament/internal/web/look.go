package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/errortext"
	"blastyard/tournament"
	"blastyard/tournament/internal/access"
)

// Numbers of entrants that pages show at a time. All pages of a large event stay small.
const (
	standingsShown = 100
	crossShown     = 30
	foundShown     = 20
	roundsShown    = 1000 // pairings; with more, a page has one round
)

// A look is the part of a large page that a reader looks at. Its zero value is the first part.
type look struct {
	From    int    // first place of the list, from 0
	Against int    // first place of the columns of a cross table, from 0
	Find    string // part of the names of entrants that are shown first; empty: none
	Mine    string // the reader's team, whose row comes before all others; empty: none. It is in no address
}

// parseLook parses the parameters from, against (places from 1) and find of an address.
func parseLook(v url.Values) (l look, err error) {
	for name, to := range map[string]*int{"from": &l.From, "against": &l.Against} {
		if text := v.Get(name); text != "" {
			n, e := strconv.Atoi(text)
			if e != nil || n < 1 || n > maxRound {
				return l, fmt.Errorf("%s is %q: expected a number from 1 to %d", name, clean(text[:min(len(text), 20)]),
					int(maxRound))
			}
			*to = n - 1
		}
	}
	if l.Find = strings.TrimSpace(v.Get("find")); len(l.Find) > 4*maxValue {
		return l, fmt.Errorf("find has %d bytes: expected %d at most", len(l.Find), 4*maxValue)
	}
	return l, nil
}

// values returns the look as the parameters of an address, with a leading "?" if there are any.
func (l look) values() string {
	v := url.Values{}
	if l.From > 0 {
		v.Set("from", strconv.Itoa(l.From+1))
	}
	if l.Against > 0 {
		v.Set("against", strconv.Itoa(l.Against+1))
	}
	if l.Find != "" {
		v.Set("find", l.Find)
	}
	if len(v) == 0 {
		return ""
	}
	return "?" + v.Encode()
}

// A span is what a page shows of a long list, with the addresses of its neighbours; empty: there is none.
type span struct {
	From, To int // places from 0; To is not shown any more
	All      int
	Before   string
	After    string
}

// spanOf returns the part of a list that begins at a place. at returns the address of the part from a place on.
func spanOf(from, all, shown int, at func(from int) string) span {
	from = max(0, min(from, all-1)) // the last one, if there are not so many
	s := span{From: from, To: min(from+shown, all), All: all}
	if from > 0 {
		s.Before = at(max(0, from-shown))
	}
	if s.To < all {
		s.After = at(s.To)
	}
	return s
}

// First is the first place, from 1.
func (s span) First() int { return s.From + 1 }

// Whole reports whether the page shows all.
func (s span) Whole() bool { return s.From == 0 && s.To == s.All }

// around returns where a part of this length begins that has a place in its middle.
func around(place, all, shown int) int { return max(0, min(place-shown/2, all-shown)) }

// find returns the places of the entrants whose names contain a text, or of the only one that has this very name, or
// this number after #.
func (b *builder) find(list []tournament.Standing, text string) (found []int) {
	if text == "" {
		return nil
	}
	if number, is := strings.CutPrefix(text, "#"); is {
		if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(b.snap.Names) {
			text = b.snap.Names[n-1]
		}
	}
	if at := slices.IndexFunc(list, func(e tournament.Standing) bool { return e.Name == text }); at >= 0 {
		return []int{at}
	}
	text = strings.ToLower(text)
	for i := range list {
		if strings.Contains(strings.ToLower(list[i].Name), text) {
			if found = append(found, i); len(found) == foundShown {
				break
			}
		}
	}
	return found
}

// withMine returns places of a list with that of the reader's team before them.
func (b *builder) withMine(list []tournament.Standing, places []int) []int {
	mine := slices.IndexFunc(list, func(e tournament.Standing) bool { return e.Name == b.look.Mine })
	if mine < 0 || slices.Contains(places, mine) {
		return places
	}
	return slices.Concat([]int{mine}, places)
}

// large reports whether a stage has more entrants than fit on a page.
func (b *builder) large(shown int) bool {
	return !b.link.Static && slices.ContainsFunc(b.snap.Stages, func(s Stage) bool {
		return s.Standings != nil && len(s.Standings.Entrants) > shown
	})
}

// snapshotPage serves a page that depends only on the snapshot and on what the reader looks at. The part that readers
// see first is made once for each snapshot; an address may ask for only so many others.
func (s *Site) snapshotPage(build func(*builder) *page) http.HandlerFunc {
	first := s.firstPage(build)
	other := s.limited(func(w http.ResponseWriter, r *http.Request) {
		l, err := parseLook(r.URL.Query())
		if err != nil {
			s.fail(w, r, http.StatusBadRequest, errortext.Text(err))
			return
		}
		s.writeLook(w, r, l, build)
	})
	return func(w http.ResponseWriter, r *http.Request) {
		switch l, err := parseLook(r.URL.Query()); {
		case err != nil || l != (look{}):
			other(w, r)
		case s.teamOf(r) != "" && s.limits.allows(r.RemoteAddr): // else it is what all see
			s.writeLook(w, r, l, build)
		default:
			first(w, r)
		}
	}
}

// writeLook writes what a reader looks at.
func (s *Site) writeLook(w http.ResponseWriter, r *http.Request, l look, build func(*builder) *page) {
	b := s.builder(r)
	b.look = l
	b.look.Mine = s.teamOf(r)
	s.writePage(w, http.StatusOK, build(b))
}

// teamOf returns the team of the reader of a page that shows it first; empty: none.
func (s *Site) teamOf(r *http.Request) string {
	if s.o.Team == nil || r.URL.Path != "/"+standingsPage && r.URL.Path != "/"+crossPage {
		return ""
	}
	team, snap := access.Team(r, s.o.About.Name), s.o.Source.Snapshot()
	if snap == nil || !slices.Contains(snap.Names, team) {
		return ""
	}
	return team
}
