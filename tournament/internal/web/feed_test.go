package web

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
)

// TestFeed: the feed has phases, submissions, orders and results, the newest first, each with an id of its own, and names
// of strangers are text.
func TestFeed(t *testing.T) {
	src := newFake(4, 40)
	src.set(func(s *Snapshot) {
		s.News = []News{{Seq: 9, At: fakeTime.Add(2 * time.Hour), Moment: "freeze"},
			{Seq: 7, At: fakeTime.Add(time.Hour), Name: "<b>&\x1b[2J", Version: 3}}
		s.Orders = []Order{{At: fakeTime, What: tournament.Pause, Why: "lunch"},
			{At: fakeTime, What: tournament.Withdraw, Name: s.Names[1], Why: "ill"}}
	})
	r := start(t, src, nil)
	res, body := r.get("/feed.atom")
	if kind := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "application/atom+xml") {
		t.Fatalf("%d %s", res.StatusCode, kind)
	}
	var feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Entries []struct {
			ID      string    `xml:"id"`
			Title   string    `xml:"title"`
			Updated time.Time `xml:"updated"`
			Link    struct {
				To string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal([]byte(body), &feed); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	if feed.ID == "" || feed.Title == "" || feed.Updated == "" || strings.Contains(body, "<b>") || strings.Contains(body, "\x1b") {
		t.Errorf("the feed is %.2000s", body)
	}
	ids, titles := map[string]bool{}, ""
	for i, e := range feed.Entries {
		if ids[e.ID] || i > 0 && e.Updated.After(feed.Entries[i-1].Updated) {
			t.Errorf("entry %d: %+v", i, e)
		}
		ids[e.ID] = true
		titles += e.Title + "\n"
		if strings.HasPrefix(e.Title, "Match ") && !strings.HasPrefix(e.Link.To, "http://arena.example.org/matches/") {
			t.Errorf("a match is at %q", e.Link.To)
		}
	}
	for _, want := range []string{"The standings are hidden\n", "Version 3 of <b>&", "The event was paused: lunch\n",
		" was withdrawn: ill\n", "Match ", ": 1. "} {
		if !strings.Contains(titles, want) {
			t.Errorf("%q is missing in %s", want, titles)
		}
	}
}

// TestFeedOfTheEnd: the feed says who has won since the last match, or since the order that changed it; announcements
// do not make it news again.
func TestFeedOfTheEnd(t *testing.T) {
	src := newFake(4, 6)
	end := func() *atomEntry {
		f := builderOf(src).feed()
		for i := range f.Entries {
			if strings.HasPrefix(f.Entries[i].Title, "The event is over: ") {
				return &f.Entries[i]
			}
		}
		return nil
	}
	if e := end(); e != nil {
		t.Errorf("while it is played: %+v", e)
	}
	src.snap.Progress.Done = true
	last := time.UnixMilli(src.snap.Latest[0].Ended)
	for i := range src.snap.Latest {
		if at := time.UnixMilli(src.snap.Latest[i].Ended); at.After(last) {
			last = at
		}
	}
	later := last.Add(time.Hour)
	for name, c := range map[string]struct {
		orders []Order
		want   time.Time
	}{
		"no order": {nil, last}, "an announcement": {[]Order{{At: later, What: tournament.Announce, Why: "thanks"}}, last},
		"disqualified": {[]Order{{At: later, What: tournament.Disqualify, Name: "hunter"}}, later},
	} {
		src.snap.Orders = c.orders
		if e := end(); e == nil || e.Updated != isoTime(c.want) {
			t.Errorf("%s: %+v, want %s", name, e, isoTime(c.want))
		}
	}
}
