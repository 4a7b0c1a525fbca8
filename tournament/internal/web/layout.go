package web

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
	"time"

	"blastyard/internal/english"
)

//go:embed templates
var templateFiles embed.FS

// pages returns the templates of the pages, each with the layout. They are parsed when the first page is built: each
// program of an event, also the supervisor of each bot, begins with what this package begins with.
var pages = sync.OnceValue(parsePages)

func parsePages() map[string]*template.Template {
	funcs := template.FuncMap{"time": formatTime, "iso": isoTime, "count": thousands, "seconds": seconds,
		"percent": percent, "inc": func(n int) int { return n + 1 }, "short": short}
	layout := template.Must(template.New("").Funcs(funcs).ParseFS(templateFiles, "templates/layout.html",
		"templates/parts.html"))
	set := map[string]*template.Template{}
	for _, name := range []string{"front", "moments", "ratings", "standings", "crosstable", "rounds", "matches",
		"match", "entrant", "schedule", "live", "workers", "orders", "message", "frame"} {
		t := template.Must(layout.Clone())
		set[name] = template.Must(t.ParseFS(templateFiles, "templates/"+name+".html"))
	}
	projector := template.New("").Funcs(funcs)
	set["projector"] = template.Must(projector.ParseFS(templateFiles, "templates/parts.html",
		"templates/projector.html"))
	return set
}

// A builder builds pages of one snapshot.
type builder struct {
	about   *About
	snap    *Snapshot
	numbers map[string]int // of entrants by name
	link    links
	look    look
	team    bool            // teams have pages
	shown   map[string]bool // replays with a page, by hash; nil: all
}

// A page has the data that the layout needs.
type page struct {
	Template string
	Title    string
	Here     string // the selected tab
	Body     any

	Link   links
	Event  string
	What   string
	How    string
	When   []moment
	Breaks string // the tie-breaks
	Tabs   []tab
	Refill bool   // its script replaces what has changed
	Script string // one more script of this page; empty: none
	Notice Notice
}

type tab struct {
	Title, URL string
	Here       bool
}

// page returns a page with the data of the layout.
func (b *builder) page(name, here, title string, body any) *page {
	p := &page{Template: name, Title: title, Here: here, Body: body, Link: b.link, Event: clean(b.about.Name),
		What: b.what(), How: b.how(), When: b.when(), Breaks: b.breaks(), Refill: !b.link.Static, Notice: b.notice()}
	if p.Event == "" {
		p.Event = "Competition"
	}
	add := func(id, title, url string) { p.Tabs = append(p.Tabs, tab{title, url, id == here}) }
	add("front", "Now", b.link.Home())
	add("standings", "Standings", b.link.Page("standings"))
	add("cross-table", "Cross table", b.link.Page("cross-table"))
	if b.hasRounds() {
		add("rounds", roundsTitle(b.snap), b.link.Page("rounds"))
	}
	add("matches", "Matches", b.link.Page("matches"))
	if !b.link.Static {
		add("schedule", "Schedule", b.link.Page("schedule"))
		add("live", "Live", b.link.Page("live"))
		add("workers", "Workers", b.link.Page("workers"))
		add("projector", "Projector", b.link.Page("projector"))
	}
	if len(b.snap.Orders) > 0 {
		add("orders", "Organiser", b.link.Page("orders"))
	}
	if b.team {
		add("team", "Take part", b.link.File("team/"))
	}
	return p
}

// render writes a page.
func (p *page) render(w io.Writer) error {
	t := pages()[p.Template]
	if err := t.ExecuteTemplate(w, "page", p); err != nil {
		return fmt.Errorf("web: page %s: %w", p.Template, err)
	}
	return nil
}

// stage returns the newest stage; nil before the first.
func (b *builder) stage() *Stage {
	if n := len(b.snap.Stages); n > 0 {
		return &b.snap.Stages[n-1]
	}
	return nil
}

func (b *builder) hasRounds() bool {
	for i := range b.snap.Stages {
		if len(b.snap.Stages[i].Rounds) > 0 {
			return true
		}
	}
	return false
}

func roundsTitle(s *Snapshot) string {
	for i := range s.Stages {
		if s.Stages[i].Format == "knockout" {
			return "Bracket"
		}
	}
	return "Rounds"
}

// what describes what is played.
func (b *builder) what() string {
	parts := []string{b.about.Format}
	if s := b.stage(); s != nil && s.Format != "" {
		parts[0] = s.Format
		if s.Name != "" && b.snap.Planned > 1 {
			parts[0] = s.Name + ": " + s.Format
		}
	}
	if n := len(b.snap.Names); n > 0 {
		parts = append(parts, english.Count(n, "entrant"))
	}
	if b.about.Players > 0 {
		parts = append(parts, fmt.Sprintf("%d a match", b.about.Players))
	}
	if b.about.Game != "" {
		parts = append(parts, b.about.Game)
	}
	if b.about.Turns > 0 {
		parts = append(parts, english.Count(b.about.Turns, "turn"))
	}
	return clean(strings.Join(parts, " · "))
}

// how describes the progress of the event.
func (b *builder) how() string {
	p := &b.snap.Progress
	text := thousands(p.Played) + " matches played"
	if p.Played == 1 {
		text = "1 match played"
	}
	if p.Planned > 0 {
		text = fmt.Sprintf("%s of %s matches", thousands(p.Played), thousands(p.Planned))
	}
	if p.Done {
		return text + ", over" + because(p.Why)
	}
	if why := b.snap.Paused(); why != "" {
		return text + ", paused: " + clean(why)
	}
	if p.PerSecond > 0 {
		text += fmt.Sprintf(", %s a second", perSecond(p.PerSecond))
	}
	return text
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + clean(why)
}

func perSecond(n float64) string {
	if n >= 10 {
		return thousands(int(n + 0.5))
	}
	return fmt.Sprintf("%.2g", n)
}

// breaks lists the tie-breaks.
func (b *builder) breaks() string {
	if s := b.stage(); s != nil && s.Standings != nil && len(s.Standings.TieBreaks) > 0 {
		return clean(strings.Join(s.Standings.TieBreaks, ", then "))
	}
	return "not known yet"
}

// formatTime formats a time for readers, in its own zone.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02 15:04 MST")
}

func isoTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// seconds formats milliseconds for readers.
func seconds(ms int64) string {
	switch d := time.Duration(ms) * time.Millisecond; {
	case d < time.Second:
		return fmt.Sprintf("%d ms", ms)
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	default:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
}

// percent formats a likelihood. It never shows certainty.
func percent(share float64) string {
	switch {
	case share > 0.999:
		return "> 99.9 %"
	case share < 0.001:
		return "< 0.1 %"
	case share > 0.99 || share < 0.01:
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// short returns the beginning of a hash.
func short(hash string) string { return hash[:min(len(hash), 8)] }
