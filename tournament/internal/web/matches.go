package web

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"blastyard/internal/english"
	"blastyard/tournament"
)

// finished is the reason of a player that was not stopped.
const finished = "finished"

// reasons are what the list of matches can be filtered by.
var reasons = []string{
	anyFailure, "late", "silent", "timeout", "crashed", "disconnected", "illegal message", "interrupted",
}

type matchesBody struct {
	Static   bool
	Query    tournament.Query
	Action   string
	Entrants []choice
	Rivals   []choice
	Reasons  []choice
	Round    string
	Rows     []matchView
	Empty    string
	First    string // address of the first page, if this is another one
	Next     string // address of the next page
	Suffix   string // query of the addresses of the same list in other formats
}

type choice struct {
	Value, Text string
	On          bool
}

// A matchView is a match as pages show it.
type matchView struct {
	Of       *tournament.Match // without what is safe to show only below
	ID       tournament.ID
	URL      string
	Map      string // safe to show
	Players  []playerView
	Notes    []string
	Replay   string // address of the replay; empty: it cannot be watched
	NoReplay string // why it cannot be watched
	Ended    time.Time
	All      string
	JSON     string
	Void     string
	Worker   string
}

type playerView struct {
	Who     who
	Rank    int
	Score   int
	Reason  string
	Failed  bool
	Late    int
	Host    int
	Silent  int
	Crashed int
	Refused int
	UsedMS  int64
	Version string
	Words   string
}

// matches returns a page of the list of matches.
func (b *builder) matches(q tournament.Query, list *Matches) *page {
	body := &matchesBody{Static: b.link.Static, Query: q, Action: b.link.Page("matches")}
	for i, name := range b.snap.Names {
		number := "#" + strconv.Itoa(i+1)
		body.Entrants = append(body.Entrants, choice{number, clean(name), name == q.Entrant})
		body.Rivals = append(body.Rivals, choice{number, clean(name), name == q.Against})
	}
	asked := valuesOf(q).Get("reason")
	for _, reason := range reasons {
		body.Reasons = append(body.Reasons, choice{reason, map[string]string{anyFailure: "any failure",
			"late": "late turns", "silent": "silent turns"}[reason], reason == asked})
		if last := &body.Reasons[len(body.Reasons)-1]; last.Text == "" {
			last.Text = reason
		}
	}
	if q.Round != nil {
		body.Round = strconv.Itoa(*q.Round + 1)
	}
	for i := range list.List {
		body.Rows = append(body.Rows, *b.matchView(&list.List[i]))
	}
	switch filtered := q; {
	case filtered.After != "":
		filtered.After = ""
		body.Empty, body.First = "No more matches.", b.link.Matches(filtered)
	case len(valuesOf(q)) > 0:
		body.Empty = "No match is like this. Leave a filter out."
	case b.snap.Progress.Done:
		body.Empty = "No match was played."
	default:
		body.Empty = "No match yet: each match is listed here when its job has ended."
	}
	if list.Next != "" {
		next := q
		next.After = list.Next
		body.Next = b.link.Matches(next)
	}
	if v := valuesOf(q); !b.link.Static && len(v) > 0 {
		v.Del("after")
		body.Suffix = "?" + v.Encode()
	}
	return b.page("matches", "matches", "Matches", body)
}

// match returns the page of a match.
func (b *builder) match(m *tournament.Match) *page {
	v := b.matchView(m)
	v.All = b.link.Page("matches")
	if !b.link.Static {
		v.JSON = b.link.File("api/matches/" + m.ID.String())
	}
	return b.page("match", "matches", "Match "+m.ID.String(), v)
}

func (b *builder) matchView(m *tournament.Match) *matchView {
	v := &matchView{Of: m, ID: m.ID, URL: b.link.Match(m.ID), Map: clean(m.Map), Void: clean(voidText(m)),
		Worker: clean(m.Worker)}
	if m.Ended > 0 {
		v.Ended = time.UnixMilli(m.Ended).In(b.zone())
	}
	for i := range m.Names {
		v.Players = append(v.Players, b.playerView(m, i))
	}
	slices.SortStableFunc(v.Players, func(x, y playerView) int { return cmp.Compare(x.Rank, y.Rank) })
	v.Notes = notesOf(m)
	switch {
	case b.about.Public.After(b.snap.At):
		v.NoReplay = notPublic(b.about.Public)
	case !validHash(m.Result.Replay):
		v.NoReplay = "The replay of this match is not kept."
	case m.Held != "":
		v.NoReplay = sentence(m.Held)
	case b.shown != nil && !b.shown[m.Result.Replay]:
		v.NoReplay = "The replay of this match is not among these pages."
	default:
		v.Replay = b.link.Replay(m.Result.Replay)
	}
	return v
}

// zone returns the time zone of the event.
func (b *builder) zone() *time.Location {
	if place, err := time.LoadLocation(b.about.Zone); err == nil && b.about.Zone != "" {
		return place
	}
	a := b.about
	for _, t := range []time.Time{a.Ends, a.Closes, a.Public, a.Starts, a.Opens, a.Freeze, b.snap.At} {
		if !t.IsZero() {
			return t.Location()
		}
	}
	return time.UTC
}

func (b *builder) playerView(m *tournament.Match, i int) playerView {
	p := playerView{Who: b.who(m.Names[i]), Rank: at(m.Ranks, i), Score: at(m.Scores, i), Late: at(m.Late, i),
		Host: at(m.Host, i), Silent: at(m.Silent, i), Crashed: at(m.Crashed, i), Refused: at(m.Refused, i),
		UsedMS: at(m.Used, i), Version: at(m.Versions, i),
		Reason: clean(at(m.Reasons, i)), Words: cleanLines(at(m.Words, i))}
	if p.Reason == "" {
		p.Reason = finished
	}
	p.Failed = p.Reason != finished
	return p
}

// notesOf lists what is special about a match.
func notesOf(m *tournament.Match) []string {
	var notes []string
	for i := range m.Names {
		if reason := at(m.Reasons, i); reason != "" && reason != finished {
			notes = append(notes, clean(m.Names[i])+": "+clean(reason))
		}
		ended := cmp.Or(at(m.Reasons, i), finished)
		if words := clean(at(m.Words, i)); words != "" && ended == finished { // they say what was wrong with its turns
			notes = append(notes, clean(m.Names[i])+": "+cutNote(words))
		} else if late := at(m.Late, i) - at(m.Host, i); late > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s late", clean(m.Names[i]), english.Count(late, "turn")))
		}
	}
	if m.Marked {
		notes = append(notes, "the machine was late")
	}
	if m.Void {
		notes = append(notes, "taken back: "+clean(voidText(m)))
	}
	return notes
}

// voidText says why a result was taken back; empty: it counts.
func voidText(m *tournament.Match) string {
	if !m.Void {
		return ""
	}
	return cmp.Or(m.Why, "no reason is given")
}

// cutNote cuts a note in a list of matches, whose own page has all of it.
func cutNote(text string) string {
	const most = 120
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// at is list[i], or the zero value where the list is shorter: lists that say nothing are left out of results.
func at[T any](list []T, i int) T {
	if i < len(list) {
		return list[i]
	}
	var zero T
	return zero
}

// validHash reports whether a text is a SHA-256 in hexadecimal.
func validHash(text string) bool {
	if len(text) != 64 {
		return false
	}
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
