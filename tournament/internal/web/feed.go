package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"blastyard/tournament"
)

// News is a moment of the event's clock, or a version of a bot that a team submitted.
type News struct {
	Seq     uint64 // tells it from all others
	At      time.Time
	Moment  string // a tournament.Moment; empty: it is a version
	Name    string // the team
	Version int
}

const (
	feedType = "application/atom+xml; charset=utf-8"
	feedMost = 100 // entries of the feed
)

// atomFeed is an Atom feed (RFC 4287).
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID      string    `xml:"id"`
	Title   string    `xml:"title"`
	Updated string    `xml:"updated"`
	Link    *atomLink `xml:"link"`

	at time.Time
}

type atomLink struct {
	To string `xml:"href,attr"`
}

// getFeed serves the newest phases, submissions, results and orders as an Atom feed.
func (s *Site) getFeed(w http.ResponseWriter, r *http.Request) {
	s.serveCached(w, r, r.URL.Path, feedType, func(b *builder) ([]byte, error) {
		text, err := xml.Marshal(b.feed())
		return append([]byte(xml.Header), text...), err
	})
}

func (b *builder) feed() *atomFeed {
	urn := "urn:blastyard:" + digest(b.about.Name+"\x00"+b.about.Game+"\x00"+b.about.Website)
	f := &atomFeed{ID: urn, Title: clean(b.about.Name), Author: clean(b.about.Name)}
	add := func(id, title string, at time.Time, page string) {
		e := atomEntry{ID: urn + ":" + id, Title: title, Updated: isoTime(at), at: at}
		if page != "" && b.about.Website != "" { // without it, readers could not follow a relative address
			e.Link = &atomLink{strings.TrimSuffix(b.about.Website, "/") + "/" + page}
		}
		f.Entries = append(f.Entries, e)
	}
	for i := range b.snap.News {
		n := &b.snap.News[i]
		add(fmt.Sprintf("news-%d", n.Seq), n.title(), n.At, "")
	}
	for i := range b.snap.Orders {
		row := b.orderRow(&b.snap.Orders[i])
		title := strings.TrimSpace(row.Who.Name + " " + row.What)
		if row.Match != "" {
			title = "The result of match " + row.Match + " " + row.What
		}
		if row.Why != "" {
			title += ": " + row.Why
		}
		add(fmt.Sprintf("order-%d-%s", row.At.UnixMilli(), digest(title)), title, row.At, "orders")
	}
	for i := range b.snap.Latest {
		m := &b.snap.Latest[i]
		add(fmt.Sprintf("match-%v-%d", m.ID, m.Try), titleOf(m), time.UnixMilli(m.Ended), "matches/"+m.ID.String())
	}
	if said := b.verdict(); said != "" && b.snap.Progress.Done {
		add("over", "The event is over: "+said, b.overSince(), "standings")
	}
	slices.SortStableFunc(f.Entries, func(x, y atomEntry) int { return y.at.Compare(x.at) })
	f.Entries = f.Entries[:min(len(f.Entries), feedMost)]
	f.Updated = isoTime(time.Unix(0, 0))
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	return f
}

// overSince returns the time of the last match or order that changed how an event that is over ended.
func (b *builder) overSince() (at time.Time) {
	for i := range b.snap.Latest {
		if ended := time.UnixMilli(b.snap.Latest[i].Ended); ended.After(at) {
			at = ended
		}
	}
	for i := range b.snap.Orders {
		if o := &b.snap.Orders[i]; o.Name != "" && o.At.After(at) {
			at = o.At
		}
	}
	return at
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// moments describe the moments of the clock.
var moments = map[string]string{"opens": "Submissions are open", "closes": "Submissions are closed",
	"field": "The entrants are known", "starts": "The matches begin", "freeze": "The standings are hidden",
	"reveal": "The standings are shown again"}

func (n *News) title() string {
	if n.Moment == "" {
		return fmt.Sprintf("Version %d of %s plays", n.Version, clean(n.Name))
	}
	return cmp.Or(moments[n.Moment], clean(n.Moment))
}

// titleOf names the players of a match in the order of their ranks.
func titleOf(m *tournament.Match) string {
	order := make([]int, len(m.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(at(m.Ranks, i), at(m.Ranks, j)) })
	places := make([]string, len(order))
	for k, i := range order {
		places[k] = fmt.Sprintf("%d. %s", at(m.Ranks, i), clean(m.Names[i]))
	}
	return "Match " + m.ID.String() + ": " + strings.Join(places, ", ")
}
