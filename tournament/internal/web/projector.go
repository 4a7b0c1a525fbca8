package web

import (
	"cmp"
	"fmt"

	"blastyard/tournament"
)

// What fits on a projector.
const (
	projectorColumn = 12 // entrants in a column
	projectorPage   = 2 * projectorColumn
	projectorMost   = 5 // pages: those who are further down have pages of their own
	projectorNext   = 8 // matches that are running or next
	projectorMany   = 3 // if matches have more players than this, half as many fit
)

type projectorBody struct {
	Link    links
	Event   string
	How     string
	When    []moment // of the event's clock
	Breaks  string
	Website string
	Done    bool
	Pages   []projectorStandings
	Crowded bool // matches have many players
	Next    []upcomingView
	Running []runningView
	Result  *matchView
	Watch   string // the newest match that can be watched
	WatchOf string
	Final   []projectorRow
	Verdict string
	Empty   bool
	Notice  Notice
	Begins  moment // what an empty screen says
}

type projectorStandings struct {
	Title   string
	Columns [][]projectorRow
	Gone    []goneView // on the last page
}

type projectorRow struct {
	Rank   int
	Who    who
	Elo    string
	Points string
	HasBar bool
	Bar    bar
	Sure   bool
}

// projector returns a page for a large unattended screen; its script shows its scenes in turn.
func (b *builder) projector() *projectorBody {
	body := &projectorBody{Link: b.link, Event: clean(b.about.Name), How: b.how(), Breaks: b.breaks(),
		Website: clean(b.about.Website), Done: b.snap.Progress.Done, Verdict: b.verdict(), Notice: b.notice()}
	for _, m := range b.when() {
		if m.What != "" || m.Text == b.snap.Phase.Now || b.snap.Phase.Frozen && m.At.Equal(b.about.Freeze) {
			body.When = append(body.When, m)
		}
	}
	stage := b.stage()
	if stage != nil && stage.Standings != nil && stage.Standings.Matches > 0 {
		body.Pages = b.projectorPages(stage)
	}
	if body.Done && len(body.Pages) > 0 {
		first := body.Pages[0].Columns
		for _, column := range first {
			body.Final = append(body.Final, column...)
		}
		body.Final = body.Final[:min(len(body.Final), 8)]
	}
	body.Crowded = b.about.Players > projectorMany
	if live, is := b.liveBoard(); is && !b.about.Public.After(b.snap.At) {
		body.Watch, body.WatchOf = b.link.Live(live.Live)+"&projector", live.Title
	}
	room := projectorNext
	if body.Crowded {
		room /= 2
	}
	for _, r := range b.snap.Progress.Running {
		v := b.running(r)
		if len(body.Running) < room/2 {
			body.Running = append(body.Running, v)
		}
	}
	for _, u := range b.snap.Next[:min(len(b.snap.Next), room-len(body.Running))] {
		body.Next = append(body.Next, upcomingView{u, clean(u.Map), b.whos(u.Names)})
	}
	b.latest(body)
	body.Empty = len(body.Pages) == 0 && len(body.Next) == 0
	body.Begins = moment{Text: "The first match begins soon."}
	if s := b.about.Starts; s.After(b.snap.At) {
		body.Begins = moment{Text: "The first match begins at", At: s, After: "."}
	}
	return body
}

// latest chooses the result to show, and its replay if no match can be watched live.
func (b *builder) latest(body *projectorBody) {
	for i := range b.snap.Latest {
		v := b.matchView(&b.snap.Latest[i])
		if body.Result == nil && v.Void == "" {
			body.Result = v
		}
		if body.Watch == "" && v.Replay != "" {
			body.Watch, body.WatchOf = v.Replay+"#projector&play", "Match "+v.ID.String()
			body.Result = v
		}
	}
}

func (b *builder) projectorPages(s *Stage) []projectorStandings {
	list := s.Standings.TakingPart()
	low, high := scaleOf(list)
	var pages []projectorStandings
	for from := 0; from < min(len(list), projectorMost*projectorPage); from += projectorPage {
		to := min(from+projectorPage, len(list))
		p := projectorStandings{Title: "Standings"}
		if b.snap.Planned > 1 && s.Name != "" {
			p.Title = clean(s.Name)
		}
		if len(list) > projectorPage {
			p.Title += fmt.Sprintf(", rank %d to %d", list[from].Rank, list[to-1].Rank)
		}
		half := to - from
		if half > projectorColumn {
			half = (half + 1) / 2
		}
		for at := from; at < to; at += half {
			var column []projectorRow
			for i := at; i < min(at+half, to); i++ {
				column = append(column, b.projectorRow(list, i, low, high))
			}
			p.Columns = append(p.Columns, column)
		}
		pages = append(pages, p)
	}
	if len(pages) > 0 {
		pages[len(pages)-1].Gone = b.goneFrom(s.Standings)
	}
	return pages
}

func (b *builder) projectorRow(list []tournament.Standing, i int, low, high float64) projectorRow {
	e := &list[i]
	r := projectorRow{Rank: e.Rank, Who: b.who(e.Name), Points: points(e.Points)}
	r.Sure = i+1 < len(list) && e.Better >= sure
	if e.Matches > 0 {
		r.Elo = fmt.Sprintf("%.0f", e.Elo)
		r.HasBar, r.Bar = e.EloHigh > e.EloLow, barOf(e.EloLow, e.Elo, cmp.Or(e.EloHigh, e.Elo), low, high)
	}
	return r
}
