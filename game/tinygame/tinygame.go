// Package tinygame is a third game, for tests. It shows that a game needs only an adapter, and that the packages that
// play, store and show matches know no game. In a race, players move 1 to 3 fields per turn along a line. An occupied
// field cannot be entered. Mud, whose positions depend on the seed, holds a player for a turn. The first player at
// the end wins.
package tinygame

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// Name is the name of the game, and Rules the version of its rules.
const (
	Name  = "race"
	Rules = 3
)

const (
	maxPlayers = 4
	fields     = 30 // the last one is the end of the line
	muds       = 6
	farthest   = 3 // fields that a player may move in a turn
)

// Kind returns the game.
func Kind() *game.Kind {
	return &game.Kind{
		Name:     Name,
		Rules:    Rules,
		Parts:    [game.NumParts]string{"places", "mud", "held", "", ""},
		Protocol: game.Netorcai,
		Turns:    40,
		MaxSeed:  math.MaxUint64,
		Bots:     []string{"hopper", "plodder"},
		Usual:    []string{"hopper", "plodder"},
		Seats:    func(game.Map) int { return maxPlayers },
		Title:    func(s game.Setup) string { return fmt.Sprintf("a race of %d players", s.Players) },
		New:      newRace,
	}
}

func newRace(s game.Setup) (game.Match, error) {
	if s.Players < 1 || s.Players > maxPlayers || s.Specials != 0 {
		return nil, fmt.Errorf("%w: %d players, %d of them special, expected 1 to %d and none", game.ErrSetup,
			s.Players, s.Specials, maxPlayers)
	}
	r := &race{asked: make([]asked, s.Players)}
	return r, r.Restart(s.Seed)
}

// race is a match.
type race struct {
	turn  int
	place []int  // by player: the field; 0 is before the first one and has room for all
	held  []bool // by player: it is in mud and cannot move in the next turn
	mud   [fields + 1]bool

	asked   []asked // by player
	refused []game.Refusal
}

// asked is a player's action for the next turn.
type asked struct {
	step int    // 0: nothing
	text string // the original text, if it could not be read
}

func (r *race) Players() int         { return len(r.place) }
func (r *race) Turn() int            { return r.turn }
func (r *race) LastTurn() int        { return 2 * fields } // if no player reaches the end
func (r *race) Over() bool           { return slices.Max(r.place) == fields || r.turn >= r.LastTurn() }
func (r *race) Score(player int) int { return r.place[player] }
func (r *race) State() any           { return nil }
func (r *race) Bare() game.Match     { return r }
func (r *race) Acts(player int) bool { return !r.held[player] }

func (r *race) Winner() int {
	best := slices.Max(r.place)
	first := slices.Index(r.place, best)
	if slices.Contains(r.place[first+1:], best) {
		return match.NoWinner
	}
	return first
}

func (r *race) Hash() (h game.Hash) {
	whole := fnv.New64a()
	for i, part := range []any{r.place, r.mud, r.held, r.turn} {
		text := fmt.Sprint(part)
		_, _ = whole.Write([]byte(text)) // it cannot fail
		of := fnv.New32a()
		_, _ = of.Write([]byte(text))
		if i < 3 {
			h.Parts[i] = uint16(of.Sum32())
		}
	}
	h.Whole = whole.Sum64()
	return h
}

func (r *race) Ask(player int, actions []byte) {
	r.asked[player] = asked{}
	if len(actions) == 0 {
		return
	}
	var steps []int // netorcai requires an array
	err := json.Unmarshal(actions, &steps)
	switch {
	case err == nil && steps != nil && len(steps) == 0:
		return
	case err == nil && len(steps) == 1 && steps[0] >= 1:
		r.asked[player].step = steps[0]
		return
	}
	if r.asked[player].text = string(actions); !json.Valid(actions) {
		r.asked[player].text = "null"
	}
}

func (r *race) Choose(player int, wishes []viewer.Wish) {
	r.asked[player] = asked{}
	if len(wishes) > 0 {
		r.Ask(player, []byte("["+wishes[0].Do+"]"))
	}
}

func (r *race) AppendActions(dst []byte, player int) []byte {
	switch a := r.asked[player]; {
	case a.text != "":
		return append(dst, a.text...)
	case a.step > 0:
		return fmt.Appendf(dst, "[%d]", a.step)
	default:
		return dst
	}
}

func (r *race) Words(player int) []string {
	switch a := r.asked[player]; {
	case a.text != "":
		return []string{"go " + a.text}
	case a.step > 0:
		return []string{"go " + strconv.Itoa(a.step)}
	default:
		return nil
	}
}

// refusal returns why a player cannot move so far.
func (r *race) refusal(player, step int) string {
	switch to := r.place[player] + step; {
	case r.held[player]:
		return "the mud holds the player"
	case step > farthest:
		return "too far"
	case to < fields && slices.Contains(r.place, to):
		return "somebody stands there"
	default:
		return ""
	}
}

func (r *race) Play(order []int, report bool) {
	r.refused = r.refused[:0]
	goes := make([]bool, len(r.place))
	for _, player := range order {
		a := r.asked[player]
		refusal := game.Refusal{Player: player, Reason: "not a number of fields"}
		if a.text == "" {
			refusal = game.Refusal{Player: player, Action: "go " + strconv.Itoa(a.step),
				Reason: r.refusal(player, a.step)}
		}
		switch {
		case a == asked{}:
		case refusal.Reason == "":
			r.place[player] = min(fields, r.place[player]+a.step)
			goes[player] = true
		case report:
			r.refused = append(r.refused, refusal)
		}
	}
	for player, to := range r.place {
		r.held[player] = goes[player] && r.mud[to]
	}
	clear(r.asked)
	r.turn++
}

func (r *race) AppendRefused(dst []game.Refusal) []game.Refusal { return append(dst, r.refused...) }

func (r *race) NumRefused(player int) (n int) {
	for _, x := range r.refused {
		if x.Player == player {
			n++
		}
	}
	return n
}

func (r *race) AppendState(dst []byte) []byte {
	state, err := json.Marshal(struct {
		Places []int  `json:"places"`
		Held   []bool `json:"held"`
		Mud    []bool `json:"mud"`
	}{r.place, r.held, r.mud[:]})
	if err != nil {
		panic(err) // numbers can always be encoded
	}
	return append(dst, state...)
}

// Picture shows the state as a tree: a race has no board.
func (r *race) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	if err := viewer.FromTree(f, r.AppendState(nil), r.turn, turns, seats); err != nil {
		panic(err) // the state is JSON
	}
}

func (r *race) Choices(player int, _ []viewer.Seat) viewer.Choices {
	p := viewer.Piece{Token: player, Label: viewer.Mark(player), Cell: viewer.OffBoard}
	for step := 1; step <= farthest; step++ {
		c := viewer.Choice{Do: strconv.Itoa(step), Cell: viewer.OffBoard}
		if c.Refused = r.refusal(player, step); c.Refused == "somebody stands there" {
			c.Refused, c.Note = "", "only if the field is left"
		}
		p.Choices = append(p.Choices, c)
	}
	return viewer.Choices{Player: player, Turn: r.turn, Pieces: []viewer.Piece{p}}
}

func (r *race) Living(int) (living, all int) { return 1, 1 }

func (r *race) Restart(seed uint64) error {
	n := len(r.asked)
	*r = race{place: make([]int, n), held: make([]bool, n), asked: make([]asked, n)}
	rng := rand.New(rand.NewPCG(seed, 0))
	for range muds {
		r.mud[1+rng.IntN(fields-1)] = true
	}
	return nil
}

func (r *race) Clone() game.Match {
	c := *r
	c.place, c.held = slices.Clone(r.place), slices.Clone(r.held)
	c.asked, c.refused = slices.Clone(r.asked), slices.Clone(r.refused)
	return &c
}

// bot moves one step, or a random number of steps.
type bot struct {
	player, most int
	rng          *rand.Rand
}

func (r *race) Bot(name string, player int, seed uint64) (game.Bot, error) {
	most := map[string]int{"plodder": 1, "hopper": farthest}[name]
	if most == 0 || player < 0 || player >= len(r.place) {
		return nil, fmt.Errorf("race: no bot %q for player %d, there are hopper and plodder", name, player)
	}
	return &bot{player, most, rand.New(rand.NewPCG(seed, 0))}, nil
}

func (b *bot) Act(m game.Match) {
	m.Bare().(*race).asked[b.player] = asked{step: 1 + b.rng.IntN(b.most)}
}
