package web

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"blastyard/internal/names"
	"blastyard/tournament"
)

// links builds the addresses of pages. They are relative, so that the site works below any address and as files.
type links struct {
	root   string // of the site, relative to the page: "" or "../"
	Static bool   // for files of ExportHTML
}

// linksFrom returns the links of the page at a path of the site, such as "/matches/12.3".
func linksFrom(path string) links {
	depth := strings.Count(path, "/") - 1
	return links{root: strings.Repeat("../", max(depth, 0))}
}

// at returns the address of a page by its path without a suffix.
func (l links) at(page string) string {
	if l.Static {
		return l.root + page + ".html"
	}
	return l.root + page
}

// Home returns the address of the first page.
func (l links) Home() string {
	switch {
	case l.Static:
		return l.root + "index.html"
	case l.root == "":
		return "./"
	}
	return l.root
}

// Page returns the address of one of the pages without a number.
func (l links) Page(name string) string { return l.at(name) }

// Part returns the address of a part of a long page that begins at a place. Static files have parts of this
// length, one after the other.
func (l links) Part(name string, from, shown int) string {
	switch {
	case l.Static && from == 0:
		return l.at(name)
	case l.Static:
		return l.at(fmt.Sprintf("%s-%d", name, from/shown+1))
	case name == crossPage:
		return l.at(name) + look{From: from, Against: from}.values()
	}
	return l.at(name) + look{From: from}.values()
}

// File returns the address of a style, a script, or a CSV or JSON file.
func (l links) File(name string) string { return l.root + name }

// Entrant returns the address of an entrant's page by its place in Snapshot.Names.
func (l links) Entrant(i int) string { return l.at("entrants/" + strconv.Itoa(i+1)) }

// Match returns the address of the page of a match.
func (l links) Match(id tournament.ID) string { return l.at("matches/" + id.String()) }

// Replay returns the address at which a replay can be watched.
func (l links) Replay(hash string) string {
	if l.Static {
		return l.root + "replays/" + hash + ".html"
	}
	return l.root + "replays/" + hash + "/"
}

// Live returns the address at which a running match can be watched.
func (l links) Live(id string) string { return l.root + "live/watch/#match=" + url.QueryEscape(id) }

// Matches returns the address of the list of matches for a query. Static files only have the whole list, in pages from
// 1.
func (l links) Matches(q tournament.Query) string {
	if l.Static {
		return l.at("matches")
	}
	v := valuesOf(q)
	if len(v) == 0 {
		return l.at("matches")
	}
	return l.at("matches") + "?" + v.Encode()
}

// MatchesPage returns the address of a page of the whole list in static files, from 1.
func (l links) MatchesPage(n int) string {
	if n <= 1 {
		return l.at("matches")
	}
	return l.at(fmt.Sprintf("matches-%d", n))
}

// anyFailure stands in addresses for tournament.AnyReason.
const anyFailure = "failed"

// valuesOf returns a query as parameters of an address.
func valuesOf(q tournament.Query) url.Values {
	v := url.Values{}
	set := func(name, value string) {
		if value != "" {
			v.Set(name, value)
		}
	}
	set("entrant", q.Entrant)
	set("against", q.Against)
	if q.Reason == tournament.AnyReason {
		set("reason", anyFailure)
	} else {
		set("reason", q.Reason)
	}
	if q.Stage != nil {
		v.Set("stage", strconv.Itoa(*q.Stage))
	}
	if q.Round != nil {
		v.Set("round", strconv.Itoa(*q.Round+1))
	}
	if q.Marked {
		v.Set("marked", "1")
	}
	if q.All {
		v.Set("voids", "1")
	}
	if q.Limit > 0 && q.Limit != PageSize {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	set("after", q.After)
	return v
}

// Limits of the parameters in addresses.
const (
	maxValue = 200  // bytes of a value
	maxRound = 1e6  // rounds in addresses count from 1
	maxList  = 1000 // matches of an answer
)

// parseQuery parses a query; the error names the parameter.
func parseQuery(v url.Values) (tournament.Query, error) {
	q := tournament.Query{}
	for name, values := range v {
		if len(values) != 1 || len(values[0]) > maxValue && !isLongName(name, values[0]) {
			return q, fmt.Errorf("%q: expected one value of at most %d bytes", name, maxValue)
		}
		if err := setParameter(&q, name, values[0]); err != nil {
			return q, err
		}
	}
	return q, nil
}

// isLongName reports whether the value of a parameter is an entrant's name, which may be longer than other values.
func isLongName(parameter, value string) bool {
	_, err := names.Parse(value)
	return (parameter == "entrant" || parameter == "against") && err == nil
}

// setParameter sets what a parameter of an address says.
func setParameter(q *tournament.Query, name, value string) (err error) {
	if value == "" {
		return nil // forms send empty values for fields that are not filled in
	}
	number := func(from, to int) int {
		n, e := strconv.Atoi(value)
		if e != nil || n < from || n > to {
			err = fmt.Errorf("%s is %q: expected a number from %d to %d", name, value, from, to)
		}
		return n
	}
	switch name {
	case "entrant":
		q.Entrant = value
	case "against":
		q.Against = value
	case "reason":
		if q.Reason = value; value == anyFailure {
			q.Reason = tournament.AnyReason
		}
	case "stage":
		q.Stage = new(number(0, 9))
	case "round":
		q.Round = new(number(1, maxRound) - 1)
	case "limit":
		q.Limit = number(1, maxList)
	case "marked":
		q.Marked = number(0, 1) == 1
	case "voids":
		q.All = number(0, 1) == 1
	case "after":
		q.After = value
	default:
		err = fmt.Errorf("unknown parameter %q", clean(name))
	}
	return err
}
