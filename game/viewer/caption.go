package viewer

import (
	"cmp"
	"fmt"
	"slices"

	"blastyard/internal/english"
)

// Caption is a line about the most important event of a turn.
type Caption struct {
	Player int    // the player that it is about; -1: several
	Weight int    // importance, as estimated points
	Text   string // a sentence without the turn; may contain names: not safe to print
}

// Estimates for the weights of captions; docs/explain.md lists them.
const (
	deathTurns = 4 // turns lost by a death where cells are painted: three dead, one to revive
	paintTurns = 5 // turns for which a cell keeps the colour of a blast
	lateTurns  = 3 // missed turns in a row before a caption mentions them
)

// captionSince returns the caption of the most important event since prev, the frame of the previous turn. Its Text
// is empty if nothing is important enough.
func (f *Frame) captionSince(prev *Frame) Caption {
	if f.Shape == Tree || len(f.Players) == 0 {
		return Caption{}
	}
	n := newsOf(prev, f)
	n.deaths()
	n.paint()
	n.points()
	n.departures()
	n.lead()
	return n.heaviest
}

// news weighs the events between two frames.
type news struct {
	prev, now *Frame
	blasts    map[int]Owner // by cell, in now
	bombs     []Bomb        // bombs of prev that exploded
	least     int           // the smallest weight of a caption
	explained []bool        // by player: a caption has explained its change of score
	heaviest  Caption
}

func newsOf(prev, f *Frame) *news {
	n := &news{prev: prev, now: f, blasts: f.blasts(), explained: make([]bool, len(f.Players))}
	for _, b := range prev.Bombs {
		if _, exploded := n.blasts[b.Cell]; exploded {
			n.bombs = append(n.bombs, b)
		}
	}
	switch {
	case f.Death > 0:
		n.least = max(1, f.Death/4)
	case n.suddenDeath() || !f.painted():
		n.least = 1
	default:
		n.least = max(1, int(1.5*n.share()))
	}
	return n
}

func (n *news) suddenDeath() bool {
	return slices.ContainsFunc(n.now.Players, func(p Player) bool { return p.Special })
}

// share is the number of cells of each player if all had as many: where cells are painted, what one gains in a turn.
func (n *news) share() float64 { return float64(len(n.now.Cells)) / float64(len(n.now.Players)) }

// left returns how many turns are left, up to most.
func (n *news) left(most int) int { return min(most, n.rest()) }

// rest returns how many turns are left. If the end is unknown, it returns how many were played.
func (n *news) rest() int {
	if n.now.Turns == 0 {
		return n.now.Turn
	}
	return max(0, n.now.Turns-n.now.Turn)
}

// tell suggests a caption. The most important one is kept.
func (n *news) tell(player int, weight float64, format string, args ...any) {
	if w := int(weight + 0.5); w >= n.least && w > n.heaviest.Weight {
		n.heaviest = Caption{Player: player, Weight: w, Text: fmt.Sprintf(format, args...)}
	}
}

// loss estimates what a player loses by the death of a character; 0: that is not known.
func (n *news) loss(player int) float64 {
	switch p := &n.prev.Players[player]; {
	case n.now.Death > 0:
		return float64(n.now.Death)
	case n.suddenDeath():
		return float64(max(1, n.rest())) / float64(max(1, p.Living))
	case !n.now.painted():
		return 0
	default:
		return n.share() / float64(max(1, p.Characters)) * float64(n.left(deathTurns))
	}
}

// toll counts characters that the same bombs killed.
type toll struct {
	by    []int // the owners of the bombs
	dead  []int // by player
	alone bool  // they were the only ones of their players
	blast bool  // a blast covered them
	chain bool  // one bomb set off another
}

// deaths suggests a caption about the player that lost most characters, and about the owners of the bombs.
func (n *news) deaths() {
	var tolls []toll
	for i := range n.now.Tokens {
		was, is := &n.prev.Tokens[i], &n.now.Tokens[i]
		if !was.Alive || is.Alive || is.Cell == OffBoard {
			continue
		}
		by := n.killers(is.Cell)
		_, blast := n.blasts[is.Cell]
		k := slices.IndexFunc(tolls, func(t toll) bool { return t.blast == blast && slices.Equal(t.by, by) })
		if k < 0 {
			k = len(tolls)
			tolls = append(tolls, toll{by: by, dead: make([]int, len(n.now.Players)), blast: blast,
				alone: is.ID == OnlyToken, chain: n.chained(by)})
		}
		tolls[k].dead[is.Player]++
		n.explained[is.Player] = true
	}
	for i := range tolls {
		n.tellToll(&tolls[i])
	}
}

// killers returns the players whose bombs reached a cell, by id.
func (n *news) killers(cell int) []int {
	var by []int
	if owner := n.blasts[cell]; owner != Neutral {
		by = append(by, owner.Player()) // of the nearest bomb, even if it was dropped in this turn
	} else {
		for _, b := range n.bombs {
			if n.prev.reaches(&b, cell) && b.Owner != Neutral {
				by = append(by, b.Owner.Player())
			}
		}
	}
	slices.Sort(by)
	return slices.Compact(by)
}

// chained reports whether more than one bomb of some players exploded.
func (n *news) chained(by []int) bool {
	bombs := 0
	for _, b := range n.bombs {
		if slices.Contains(by, b.Owner.Player()) {
			bombs++
		}
	}
	return bombs > 1
}

func (n *news) tellToll(t *toll) {
	var losses []string
	weight, about := 0.0, -1
	players := make([]int, 0, len(t.dead))
	for p, dead := range t.dead {
		if dead > 0 {
			players = append(players, p)
		}
	}
	slices.SortStableFunc(players, func(a, b int) int { return cmp.Compare(t.dead[b], t.dead[a]) })
	for _, p := range players {
		weight += float64(t.dead[p]) * n.loss(p)
		switch dead := english.Number(t.dead[p]); {
		case t.alone:
			losses = append(losses, n.now.CallName(p))
		case len(losses) == 0:
			losses = append(losses, fmt.Sprintf("%s loses %s", n.now.CallName(p), dead))
		default:
			losses = append(losses, fmt.Sprintf("%s %s", n.now.CallName(p), dead))
		}
	}
	if len(players) == 1 {
		about = players[0]
	}
	text := english.And(losses)
	if t.alone {
		text += " " + n.fate(t, len(players))
	}
	text += n.cause(t, about)
	if about >= 0 && n.suddenDeath() && n.now.Players[about].Living == 0 {
		text += " and is out"
	}
	if weight == 0 {
		n.tell(about, float64(n.least), "%s", text)
		return
	}
	n.tell(about, weight, "%s, %s", text, english.Signed(-int(weight+0.5)))
}

// fate returns what happens to the only characters of some players.
func (n *news) fate(t *toll, players int) string {
	switch {
	case !t.blast:
		return n.now.fate(min(players, 2))
	case players == 1:
		return "dies"
	default:
		return "die"
	}
}

// cause names the owners of the bombs.
func (n *news) cause(t *toll, victim int) string {
	what := "blast"
	if t.chain {
		what = "chain"
	}
	switch {
	case !t.blast:
		return ""
	case len(t.by) == 0:
		return " in a blast"
	case len(t.by) == 1 && t.by[0] == victim:
		return " in its own " + what
	case len(t.by) == 1:
		return fmt.Sprintf(" in a %s of %s", what, n.now.CallName(t.by[0]))
	}
	var names []string
	for _, p := range t.by {
		names = append(names, n.now.CallName(p))
	}
	return " where blasts of " + english.And(names) + " meet"
}

// paint suggests a caption about the player whose blasts painted most cells.
func (n *news) paint() {
	if !n.now.painted() || n.suddenDeath() {
		return
	}
	painted := make([]int, len(n.now.Players))
	taken := make([][]int, len(n.now.Players)) // by player, then by previous owner
	for cell := range n.blasts {
		was, is := n.prev.Cells[cell].Owner, n.now.Cells[cell].Owner
		if is == Neutral || is == was || n.blasts[cell] != is {
			continue
		}
		p := is.Player()
		painted[p]++
		if was != Neutral {
			if taken[p] == nil {
				taken[p] = make([]int, len(n.now.Players))
			}
			taken[p][was.Player()]++
		}
	}
	for p, cells := range painted {
		text := fmt.Sprintf("%s paints %s", n.now.CallName(p), english.Count(cells, "cell"))
		for from, of := range taken[p] {
			switch {
			case of == cells:
				text += ", all of them " + n.now.CallName(from) + "'s"
			case of*2 > cells:
				text += fmt.Sprintf(", %d of them %s's", of, n.now.CallName(from))
			}
		}
		weight := float64(cells * n.left(paintTurns))
		n.tell(p, weight, "%s, %s", text, english.Signed(int(weight)))
	}
}

// points suggests captions about points that no death explains, where the rules give points for deaths.
func (n *news) points() {
	if n.now.Death == 0 {
		return
	}
	for p := range n.now.Players {
		gain := n.now.Players[p].Score - n.prev.Players[p].Score
		if n.explained[p] || gain < n.least {
			continue
		}
		switch walls, item := n.wallsOf(p), n.taken(p); {
		case item != "":
			n.tell(p, float64(gain), "%s takes %s, %s", n.now.CallName(p), item, english.Signed(gain))
		case walls > 1:
			n.tell(p, float64(gain), "%s breaks %s, %s", n.now.CallName(p), english.Count(walls, "wall"),
				english.Signed(gain))
		default:
			n.tell(p, float64(gain), "%s gains %d points", n.now.CallName(p), gain)
		}
	}
}

// taken returns the item with points that a player took in this turn, or "".
func (n *news) taken(player int) string {
	for i := range n.now.Tokens {
		t := &n.now.Tokens[i]
		if t.Player != player || t.Cell == OffBoard || n.now.Cells[t.Cell].Item != NoItem {
			continue
		}
		if item := n.now.item(n.prev.Cells[t.Cell].Item); item.Points {
			return item.Name
		}
	}
	return ""
}

// wallsOf returns how many walls were broken by bombs of a player alone.
func (n *news) wallsOf(player int) int {
	walls := 0
	for cell := range n.blasts {
		if n.prev.Cells[cell].Wall == Brick && slices.Equal(n.killers(cell), []int{player}) {
			walls++
		}
	}
	return walls
}

// maxDeparture limits the characters of a note in a caption.
const maxDeparture = 60

// departures suggests captions about players that left or keep missing turns.
func (n *news) departures() {
	for p := range n.now.Players {
		was, is := &n.prev.Players[p], &n.now.Players[p]
		gain := float64(is.Score) / float64(max(1, n.now.Turn)) // per turn
		switch {
		case was.Connected && !is.Connected:
			text := n.now.CallName(p) + " leaves the match"
			if is.Note != "" {
				text = n.now.CallName(p) + " " + shorten(is.Note, maxDeparture)
			}
			n.tell(p, max(float64(n.least), gain*float64(n.rest())), "%s", text)
		case is.Missed == lateTurns && is.Note != HostLate:
			n.tell(p, max(float64(n.least), gain*lateTurns), "%s has missed %s turns in a row", n.now.CallName(p),
				english.Number(is.Missed))
		}
	}
}

// lead suggests a caption about a new leader, once all had time to score. It has the smallest weight.
func (n *news) lead() {
	was, is := n.prev.Leader(), n.now.Leader()
	if was < 0 || is < 0 || was == is || n.now.Turn < 10 || n.suddenDeath() {
		return
	}
	n.tell(is, float64(n.least), "%s takes the lead from %s", n.now.CallName(is), n.now.CallName(was))
}

// reaches reports whether the blast of a bomb of f covers a cell.
func (f *Frame) reaches(b *Bomb, cell int) bool {
	at, to := f.Cells[b.Cell], f.Cells[cell]
	dx, dy := to.X-at.X, to.Y-at.Y
	steps := max(dx, -dx, dy, -dy)
	inLine := dx == 0 || dy == 0 || f.Shape == Hexagon && dx+dy == 0
	if !inLine || b.Range >= 0 && steps > b.Range {
		return false
	}
	for i := 1; i < steps; i++ {
		x, y := at.X+dx/steps*i, at.Y+dy/steps*i
		between := slices.IndexFunc(f.Cells, func(c Cell) bool { return c.X == x && c.Y == y })
		if between < 0 || f.Cells[between].Wall != Open {
			return false
		}
	}
	return true
}
