package train

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/train/observe"
)

// anyKind creates matches of any game: what a player can do comes from the choices of its match.
type anyKind struct {
	*seating
	kind    *game.Kind
	setup   game.Setup
	turns   int
	actions anyActions
	seen    *observe.Spec
}

// openPlayers is the default number of players of a game whose maps come from seeds.
const openPlayers = 2

func newAnyKind(c *Config) (*anyKind, error) {
	kind, err := game.FindVersion(games.All(), c.Game, c.Rules)
	if err != nil {
		return nil, fmt.Errorf("config: game: %w", err)
	}
	k := &anyKind{kind: kind}
	if c.State != nil {
		return nil, fmt.Errorf("config: state: %w", noStates(kind))
	}
	if forms[c.Observation] != observe.None {
		return nil, fmt.Errorf("config: observation is %q, expected \"raw\" or \"none\": %s has no other one",
			c.Observation, kind.Name)
	}
	if err := k.open(c); err != nil {
		return nil, err
	}
	m, err := k.newMatch()
	if err != nil {
		return nil, err
	}
	if k.turns = c.Turns; k.turns == 0 {
		k.turns = kind.Turns
	}
	if last := m.LastTurn(); k.turns == 0 || last > 0 && k.turns > last {
		if c.Turns > 0 {
			return nil, fmt.Errorf("config: turns is %d, expected %d to %d", c.Turns, kind.Unseen+1, last)
		}
		k.turns = last
	}
	if k.turns <= kind.Unseen {
		return nil, fmt.Errorf("config: turns is %d, expected more than %d", k.turns, kind.Unseen)
	}
	if err := k.checkBots(m); err != nil {
		return nil, err
	}
	if k.actions, err = k.survey(); err != nil {
		return nil, err
	}
	k.seen = k.describe(m)
	return k, nil
}

// open finds the map, the number of players, and who plays them.
func (k *anyKind) open(c *Config) (err error) {
	switch {
	case k.kind.OpenMap != nil:
		if k.setup.Map, err = k.kind.OpenMap(c.Map); err != nil {
			return fmt.Errorf("config: map: %w", err)
		}
	case c.Map != "":
		return fmt.Errorf("config: map is %.40q, expected none: %s makes its maps from the seed", c.Map, k.kind.Name)
	}
	if c.Special && len(k.kind.Specials) == 0 {
		return fmt.Errorf("config: special is true, but %s has no special player", k.kind.Name)
	}
	k.setup.Specials = int(number(c.Special))
	k.setup.Players = c.Players
	if c.Players == 0 && k.kind.OpenMap != nil {
		k.setup.Players = k.kind.Seats(k.setup.Map) + k.setup.Specials
	} else if c.Players == 0 {
		k.setup.Players = min(openPlayers, k.kind.Seats(k.setup.Map))
	}
	k.seating, err = c.seat(k.setup.Players)
	return err
}

// newMatch returns a match at its start.
func (k *anyKind) newMatch() (game.Match, error) {
	m, err := k.kind.New(k.setup)
	if err != nil {
		return nil, fmt.Errorf("config: players is %d, special is %v: %w", k.setup.Players, k.setup.Specials > 0, err)
	}
	return m, nil
}

// checkBots reports a built-in bot that does not play a player.
func (k *anyKind) checkBots(m game.Match) error {
	_, err := k.makeBots(m, match.Draws{})
	return err
}

// makeBots creates the built-in bots of a match, by player; nil: the program plays it.
func (k *anyKind) makeBots(m game.Match, d match.Draws) ([]game.Bot, error) {
	bots := make([]game.Bot, k.players)
	for p, name := range k.opponents {
		if name == "" {
			continue
		}
		bot, err := m.Bot(name, p, d.PlayerSeed(p))
		if err != nil {
			return nil, fmt.Errorf("config: opponents[\"%d\"]: %w", p, err)
		}
		bots[p] = bot
	}
	return bots, nil
}

// describe returns what the arrays of a seat hold.
func (k *anyKind) describe(m game.Match) *observe.Spec {
	s := &observe.Spec{Form: observe.None, Players: k.players, Characters: k.actions.pieces, Scalars: []string{"turn"},
		Actions: k.actions.names, Masks: k.actions.masks(), Neighbours: [][]int{}, Places: [][2]int{}}
	for i := range k.players {
		s.Scalars = append(s.Scalars, fmt.Sprintf("score_%d", i), fmt.Sprintf("living_%d", i))
	}
	var f viewer.Frame
	m.Picture(&f, k.turns, nil)
	s.Cells = len(f.Cells)
	for _, c := range f.Cells {
		s.Places = append(s.Places, [2]int{c.X, c.Y})
	}
	return s
}

func (k *anyKind) spec() *observe.Spec { return k.seen }

func (k *anyKind) facts(f *Facts) {
	f.Map, f.Special, f.RulesVersion = k.setup.Map.Name, k.setup.Specials > 0, k.kind.Rules
	f.Turns, f.FirstTurn, f.ScoreScale = k.turns, k.kind.Unseen, float64(k.turns)
}

func (k *anyKind) world(a *seen, i int) (world, error) {
	m, err := k.newMatch()
	if err != nil {
		return nil, err
	}
	return &anyWorld{anyKind: k, match: m, memory: a.match(i), choices: make([]viewer.Choices, len(k.seats))}, nil
}

// anyWorld is a match of any game.
type anyWorld struct {
	*anyKind
	match   game.Match
	orders  *match.Orders
	order   []int      // the players that act, in their order in the turn
	bots    []game.Bot // by player; nil: the program plays it
	memory  observe.Memory
	choices []viewer.Choices // by seat, in the state
}

func (w *anyWorld) restart(d match.Draws) (uint64, error) {
	d.Seed = w.kind.FitSeed(d.Seed)
	var err error
	if secret, has := game.As[game.WithSecret](w.match); has {
		err = secret.RestartSecret(d.Seed, d.Secret)
	} else {
		err = w.match.Restart(d.Seed)
	}
	if err == nil {
		w.bots, err = w.makeBots(w.match, d)
	}
	if err != nil {
		return d.Seed, err
	}
	w.orders = d.Orders(match.Seeded, w.players)
	for range w.kind.Unseen {
		w.match.Play(w.inOrder(), false)
	}
	w.look()
	return d.Seed, nil
}

// inOrder returns the players that act in the next turn, in the order of the turn.
func (w *anyWorld) inOrder() []int {
	ranks := w.orders.Next()
	w.order = w.order[:0]
	for p := range w.players {
		if w.match.Acts(p) {
			w.order = append(w.order, p)
		}
	}
	slices.SortFunc(w.order, func(a, b int) int { return ranks[a] - ranks[b] })
	return w.order
}

func (w *anyWorld) play(actions []uint8) {
	chars := w.actions.pieces
	for s, p := range w.seats {
		if w.match.Acts(p) {
			w.match.Choose(p, w.actions.wishes(&w.choices[s], actions[s*chars:(s+1)*chars]))
		}
	}
	for p, bot := range w.bots {
		if bot != nil && w.match.Acts(p) {
			bot.Act(w.match)
		}
	}
	w.match.Play(w.inOrder(), false)
	w.look()
}

// look finds what the seats can do.
func (w *anyWorld) look() {
	for s, p := range w.seats {
		w.choices[s] = viewer.Choices{}
		if w.match.Acts(p) {
			w.choices[s] = w.match.Choices(p, nil)
		}
	}
}

func (w *anyWorld) stand(s *standing) {
	s.turn = w.match.Turn()
	playing := uint8(0)
	for p := range s.alive {
		s.scores[p] = int32(w.match.Score(p))
		living, _ := w.match.Living(p)
		s.alive[p] = number(living > 0 || w.setup.Specials == 0 && w.match.Acts(p))
		if p < w.setup.Specials {
			s.scores[p] = 0
		} else {
			playing |= s.alive[p]
		}
	}
	s.over = w.match.Over() || s.turn >= w.turns || w.setup.Specials > 0 && playing == 0
	if s.winner = match.NoWinner; s.over {
		s.winner = w.match.Winner()
	}
}

func (w *anyWorld) shares(dst []int32) {
	for p := range dst {
		dst[p] = int32(max(0, w.match.Score(p)))
	}
}

func (w *anyWorld) observe() {
	n, mask := len(w.seen.Scalars), w.seen.MaskBytes()
	for s, p := range w.seats {
		scalars := part(w.memory.Scalars, s, n)
		scalars[0] = min(1, float32(w.match.Turn())/float32(w.turns))
		for i := range w.players {
			other := (p + i) % w.players
			living, all := w.match.Living(other)
			scalars[1+2*i] = float32(w.match.Score(other)) / float32(w.turns)
			scalars[2+2*i] = float32(living) / float32(max(1, all))
		}
		w.actions.tell(&w.choices[s], part(w.memory.Mask, s, mask), part(w.memory.Legal, s, w.actions.pieces))
	}
}

func (w *anyWorld) appendState(dst []byte) []byte {
	named, has := game.As[game.Named](w.match)
	if !has {
		return w.match.AppendState(dst)
	}
	names := make([]string, w.players)
	for p := range names {
		names[p] = viewer.Mark(p)
	}
	return named.AppendNamed(dst, names)
}

func (w *anyWorld) asGame() game.Match { return w.match }

// noStates says that matches of a game cannot be set to a state.
func noStates(k *game.Kind) error {
	return fmt.Errorf("a match of %s cannot be set to a state, but it can go on from that of another match", k.Name)
}

func (w *anyWorld) set(*Given, uint64) (func() error, error) { return nil, noStates(w.kind) }

func (w *anyWorld) follow(other world, seed uint64, exact bool) (err error) {
	from, ok := other.(*anyWorld)
	if !ok || from.kind != w.kind {
		return fmt.Errorf("the two matches are of different games")
	}
	if _, hides := game.As[game.WithSecret](from.match); hides && !exact {
		return fmt.Errorf("what %s hides cannot be drawn anew: branch without seeds", w.kind.Name)
	}
	w.match, w.orders = from.match.Clone(), match.NewSearchOrders(seed, w.players)
	if exact {
		w.orders = from.orders.Clone()
	}
	if w.bots, err = w.makeBots(w.match, match.Draws{Seed: seed}); err == nil {
		w.look()
	}
	return err
}

func (w *anyWorld) appendActions(dst []byte, player int, actions []uint8) []byte {
	m, seat := w.match.Clone(), slices.Index(w.seats, player)
	m.Choose(player, w.actions.wishes(&w.choices[seat], actions))
	return m.AppendActions(dst, player)
}
