// Package lightcycles is a third game with a board, for tests: what knows no game shows and plays it without a line
// of its own. Cycles ride over squares and leave a wall behind them. A cycle that rides into a wall, into a stone,
// over the edge, or onto the square of another one, crashes. The last one on its wheels wins.
package lightcycles

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

const (
	// Name is the name of the game.
	Name          = "lightcycles"
	width, height = 21, 13
	stones        = 8
	stone         = -1
)

// ways are the directions: their names, and how a cycle's place changes.
var (
	ways  = [...]string{"up", "right", "down", "left"}
	steps = [...]int{-width, 1, width, -1}
)

// starts are the squares on which the cycles begin, and their directions.
var starts = [...]cycle{
	{At: 6*width + 3, Way: 1}, {At: 6*width + 17, Way: 3}, {At: 2*width + 10, Way: 2}, {At: 10*width + 10, Way: 0},
}

var legend = viewer.Legend{
	Columns: []viewer.Column{
		{Title: "Score", Hint: "turns on its wheels", Text: "{score}"},
		{Title: "Rides", Hint: "whether it still rides", Text: "{living?yes|no}", Phrase: "{living?rides|crashed}"},
		{Title: "Wall", Hint: "squares of its wall", Text: "{cells}", Phrase: "wall of {cells}"},
		{Title: "Room", Hint: "free squares ahead", Text: "{room}"},
	},
	Figures: []string{"room"},
	Keys: []viewer.Key{
		{Key: "w", Also: []string{"up"}, Do: "up", Name: "Up", Sign: "↑", Verb: "ride up", Move: true},
		{Key: "a", Also: []string{"left"}, Do: "left", Name: "Left", Sign: "←", Verb: "ride left", Move: true},
		{Key: "s", Also: []string{"down"}, Do: "down", Name: "Down", Sign: "↓", Verb: "ride down", Move: true},
		{Key: "d", Also: []string{"right"}, Do: "right", Name: "Right", Sign: "→", Verb: "ride right", Move: true},
	},
	AtOnce: true,
	Fate:   [3]string{"crashed", "crashes", "crash"},
}

// Kind returns the game.
func Kind() *game.Kind {
	return &game.Kind{
		Name: Name, Rules: 1, Parts: [game.NumParts]string{"squares", "cycles", "", "", ""},
		Protocol: game.Netorcai, Turns: width * height, MaxSeed: math.MaxUint64,
		Bots: []string{"careful", "straight"}, Usual: []string{"careful", "straight"},
		Seats:  func(game.Map) int { return len(starts) },
		Title:  func(s game.Setup) string { return fmt.Sprintf("light cycles, %d players", s.Players) },
		Goal:   func(*viewer.Header, int) string { return "Ride longer than the others." },
		Legend: &legend, Draw: draw, New: newRide,
	}
}

func newRide(s game.Setup) (game.Match, error) {
	if s.Players < 1 || s.Players > len(starts) || s.Specials != 0 {
		return nil, fmt.Errorf("%w: %d players, %d of them special, expected 1 to %d and none", game.ErrSetup,
			s.Players, s.Specials, len(starts))
	}
	r := &ride{asked: make([]asked, s.Players)}
	return r, r.Restart(s.Seed)
}

// state is a state of a match, as programs get it.
type state struct {
	Squares []int   `json:"squares"` // row by row: 0 free, -1 a stone, otherwise the wall of a player: its id + 1
	Cycles  []cycle `json:"cycles"`  // by player
}

type cycle struct {
	At      int  `json:"at"`  // its square
	Way     int  `json:"way"` // 0 up, 1 right, 2 down, 3 left
	Crashed bool `json:"crashed"`
	Score   int  `json:"score"`
}

// ride is a match.
type ride struct {
	state
	turn    int
	asked   []asked // by player
	refused []game.Refusal
}

// asked is what a player asked for in the next turn.
type asked struct {
	way  string // empty: straight on
	text string // what could not be read
}

func (r *ride) Players() int         { return len(r.Cycles) }
func (r *ride) Turn() int            { return r.turn }
func (r *ride) LastTurn() int        { return width * height }
func (r *ride) Score(player int) int { return r.Cycles[player].Score }
func (r *ride) State() any           { return nil }
func (r *ride) Bare() game.Match     { return r }
func (r *ride) Acts(player int) bool { return !r.Cycles[player].Crashed }

// Over reports whether nobody rides against anybody any more.
func (r *ride) Over() bool { return r.riding() < min(2, len(r.Cycles)) || r.turn >= r.LastTurn() }

func (r *ride) riding() (n int) {
	for p := range r.Cycles {
		living, _ := r.Living(p)
		n += living
	}
	return n
}

func (r *ride) Winner() int {
	best := slices.MaxFunc(r.Cycles, func(a, b cycle) int { return a.Score - b.Score }).Score
	first := slices.IndexFunc(r.Cycles, func(c cycle) bool { return c.Score == best })
	if slices.ContainsFunc(r.Cycles[first+1:], func(c cycle) bool { return c.Score == best }) {
		return match.NoWinner
	}
	return first
}

func (s *state) Living(player int) (living, all int) {
	if s.Cycles[player].Crashed {
		return 0, 1
	}
	return 1, 1
}

func (r *ride) Hash() (h game.Hash) {
	whole := fnv.New64a()
	_, _ = fmt.Fprint(whole, r.turn) // a hash cannot fail
	for i, part := range []any{r.Squares, r.Cycles} {
		text := fmt.Sprint(part)
		_, _ = whole.Write([]byte(text))
		of := fnv.New32a()
		_, _ = of.Write([]byte(text))
		h.Parts[i] = uint16(of.Sum32())
	}
	h.Whole = whole.Sum64()
	return h
}

func (r *ride) Ask(player int, actions []byte) {
	r.asked[player] = asked{}
	var list []string // netorcai requires an array
	switch err := json.Unmarshal(actions, &list); {
	case len(actions) == 0 || err == nil && list != nil && len(list) == 0:
	case err == nil && len(list) == 1 && slices.Contains(ways[:], list[0]):
		r.asked[player].way = list[0]
	case json.Valid(actions):
		r.asked[player].text = string(actions)
	default:
		r.asked[player].text = "null"
	}
}

func (r *ride) Choose(player int, wishes []viewer.Wish) {
	r.asked[player] = asked{}
	if len(wishes) > 0 {
		r.asked[player].way = wishes[0].Do
	}
}

func (r *ride) AppendActions(dst []byte, player int) []byte {
	switch a := r.asked[player]; {
	case a.text != "":
		return append(dst, a.text...)
	case a.way != "":
		return fmt.Appendf(dst, "[%q]", a.way)
	}
	return dst
}

func (r *ride) Words(player int) []string {
	if a := r.asked[player]; a.text != "" || a.way != "" {
		return []string{"ride " + a.way + a.text}
	}
	return nil
}

// refusal says why a cycle cannot turn that way.
func (r *ride) refusal(player, way int) string {
	switch c := &r.Cycles[player]; {
	case c.Crashed:
		return "the cycle has crashed"
	case way == (c.Way+2)%len(ways):
		return "a cycle cannot turn around"
	}
	return ""
}

// next returns the square that lies beside another one, and whether it can be ridden on.
func (s *state) next(at, way int) (to int, free bool) {
	to = at + steps[way]
	inside := to >= 0 && to < len(s.Squares) && (way%2 == 0 || to/width == at/width)
	return to, inside && s.Squares[to] == 0
}

// Play plays a turn. The cycle of a player who is not in order stands still.
func (r *ride) Play(order []int, report bool) {
	r.refused = r.refused[:0]
	goes := map[int][]int{} // by square: the players who ride there
	for _, player := range order {
		c, a := &r.Cycles[player], r.asked[player]
		refusal := game.Refusal{Player: player, Reason: "not one of up, right, down, left"}
		if way := slices.Index(ways[:], a.way); a.text == "" && way >= 0 {
			refusal.Action, refusal.Reason = "ride "+a.way, r.refusal(player, way)
			if refusal.Reason == "" {
				c.Way = way
			}
		}
		if report && refusal.Reason != "" && a != (asked{}) {
			r.refused = append(r.refused, refusal)
		}
		if c.Crashed {
			continue
		}
		if to, free := r.next(c.At, c.Way); free {
			goes[to] = append(goes[to], player)
		} else {
			c.Crashed = true
		}
	}
	for to, players := range goes {
		for _, player := range players {
			c := &r.Cycles[player]
			c.At, c.Crashed = to, len(players) > 1
			r.Squares[to] = player + 1
		}
		r.Squares[to] = slices.Min(players) + 1
	}
	for player := range r.Cycles {
		if !r.Cycles[player].Crashed && slices.Contains(order, player) {
			r.Cycles[player].Score++
		}
	}
	clear(r.asked)
	r.turn++
}

func (r *ride) AppendRefused(dst []game.Refusal) []game.Refusal { return append(dst, r.refused...) }

func (r *ride) NumRefused(player int) (n int) {
	for _, x := range r.refused {
		if x.Player == player {
			n++
		}
	}
	return n
}

func (r *ride) AppendState(dst []byte) []byte {
	text, _ := json.Marshal(r.state) // numbers can always be encoded
	return append(dst, text...)
}

func (r *ride) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	r.picture(f, r.turn, turns, seats)
}

func draw(f *viewer.Frame, text []byte, turn, turns, _ int, seats []viewer.Seat) error {
	s, err := parse(text)
	if err == nil {
		s.picture(f, turn, turns, seats)
	}
	return err
}

// Load lets the match go on from a state.
func (r *ride) Load(turn int, text []byte) error {
	s, err := parse(text)
	if err == nil && (len(s.Cycles) != len(r.Cycles) || turn < 0 || turn > r.LastTurn()) {
		err = fmt.Errorf("%w: %d cycles in turn %d, expected %d", viewer.ErrState, len(s.Cycles), turn, len(r.Cycles))
	}
	if err == nil {
		*r = ride{state: s, turn: turn, asked: make([]asked, len(r.asked))}
	}
	return err
}

func parse(text []byte) (s state, err error) {
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("%w: %w", viewer.ErrState, err)
	}
	wrong := func(c cycle) bool { return c.At < 0 || c.At >= width*height || c.Way < 0 || c.Way >= len(ways) }
	if len(s.Squares) != width*height || len(s.Cycles) == 0 || slices.ContainsFunc(s.Cycles, wrong) {
		return s, fmt.Errorf("%w: expected %d squares, and cycles on them", viewer.ErrState, width*height)
	}
	return s, nil
}

func (s *state) picture(f *viewer.Frame, turn, turns int, seats []viewer.Seat) {
	f.Clear()
	f.Shape, f.Legend, f.Turn, f.Turns = viewer.Square, &legend, turn, turns
	walls := make([]int, len(s.Cycles)+1)
	for i, what := range s.Squares {
		c := viewer.Cell{X: i%width + 1, Y: i/width + 1}
		if what == stone {
			c.Wall = viewer.Stone
		} else if what > 0 && what < len(walls) {
			c.Owner = viewer.Owner(what)
			walls[what]++
		}
		f.Cells = append(f.Cells, c)
	}
	for p, c := range s.Cycles {
		row := viewer.Player{ID: p, Score: c.Score, Cells: walls[p+1], Bombs: viewer.NoBombCount,
			Share: float64(walls[p+1]) / (width*height - stones), Figures: [4]int{s.room(&c)}}
		row.Living, row.Characters = s.Living(p)
		row.Sit(seats)
		f.Players = append(f.Players, row)
		f.Tokens = append(f.Tokens, viewer.Token{ID: viewer.OnlyToken, Player: p, Cell: c.At, Alive: !c.Crashed,
			Revival: viewer.NoRevival, Bombs: viewer.NoBombCount})
	}
}

// room counts the free squares ahead of a cycle.
func (s *state) room(c *cycle) (n int) {
	for at, free := s.next(c.At, c.Way); free && !c.Crashed; at, free = s.next(at, c.Way) {
		n++
	}
	return n
}

func (r *ride) Choices(player int, _ []viewer.Seat) viewer.Choices {
	p := viewer.Piece{Token: player, Label: viewer.Mark(player), Cell: r.Cycles[player].At}
	for way, name := range ways {
		c := viewer.Choice{Do: name, Cell: viewer.OffBoard, Refused: r.refusal(player, way)}
		if to, free := r.next(p.Cell, way); free {
			c.Cell = to
		} else if c.Refused == "" {
			c.Note = "it crashes there"
		}
		p.Choices = append(p.Choices, c)
	}
	return viewer.Choices{Player: player, Turn: r.turn, Pieces: []viewer.Piece{p}}
}

func (r *ride) Restart(seed uint64) error {
	n := len(r.asked)
	*r = ride{asked: make([]asked, n)}
	r.Squares, r.Cycles = make([]int, width*height), slices.Clone(starts[:n])
	for p, c := range r.Cycles {
		r.Squares[c.At] = p + 1
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for left := stones; left > 0; {
		if at := rng.IntN(width * height); r.Squares[at] == 0 {
			r.Squares[at] = stone
			left--
		}
	}
	return nil
}

func (r *ride) Clone() game.Match {
	c := *r
	c.Squares, c.Cycles = slices.Clone(r.Squares), slices.Clone(r.Cycles)
	c.asked, c.refused = slices.Clone(r.asked), slices.Clone(r.refused)
	return &c
}

// bot rides straight on; a careful one turns before it crashes, and now and then by chance.
type bot struct {
	player  int
	careful bool
	rng     *rand.Rand
}

func (r *ride) Bot(name string, player int, seed uint64) (game.Bot, error) {
	if !slices.Contains([]string{"careful", "straight"}, name) || player < 0 || player >= len(r.Cycles) {
		return nil, fmt.Errorf("there is no bot %q for player %d, expected careful or straight", name, player)
	}
	return &bot{player, name == "careful", rand.New(rand.NewPCG(seed, 0))}, nil
}

func (b *bot) Act(m game.Match) {
	r := m.Bare().(*ride)
	c := r.Cycles[b.player]
	way := c.Way
	for _, turn := range []int{0, 1, 3} {
		ahead, other := c, c
		ahead.Way, other.Way = way, (c.Way+turn)%len(ways)
		if b.careful && (r.room(&ahead) == 0 && r.room(&other) > 0 || r.room(&other) > 1 && b.rng.IntN(12) == 0) {
			way = other.Way
		}
	}
	r.asked[b.player] = asked{way: ways[way]}
}
