package train

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/resume"
	"blastyard/game/viewer"
	"blastyard/train/internal/anygame"
	"blastyard/train/observe"
)

// anyKind creates matches of any game: what a player can do comes from the choices of its match.
type anyKind struct {
	*seating
	kind  *game.Kind
	setup game.Setup
	begin *Given // the state in which matches begin; nil: the start of a match
	turns int
	seen  *anygame.Game
}

// openPlayers is the default number of players of a game whose maps come from seeds.
const openPlayers = 2

func newAnyKind(c *Config) (*anyKind, error) {
	kind, err := game.FindVersion(games.All(), c.Game, c.Rules)
	if err != nil {
		return nil, fmt.Errorf("config: game: %w", err)
	}
	k := &anyKind{kind: kind}
	if err := anygame.CheckForm(kind, c.Observation, forms[c.Observation], `"raw" or "none"`); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if err := k.open(c); err != nil {
		return nil, err
	}
	m, err := k.newMatch()
	if err != nil {
		return nil, err
	}
	if c.State != nil {
		if err := anygame.Load(kind, m.Clone(), c.TurnNumber, c.State); err != nil {
			return nil, fmt.Errorf("config: %w", err)
		}
		k.begin = &c.Given
	}
	if err := k.checkBots(m); err != nil {
		return nil, err
	}
	return k, k.survey(m, c.Turns)
}

// survey finds the limit of turns, and what the numbers of actions mean.
func (k *anyKind) survey(start game.Match, turns int) (err error) {
	if k.turns, err = anygame.Limit(k.kind, turns, start.LastTurn()); err == nil {
		k.seen, err = anygame.New(k.kind, start, k.setup.Specials, k.turns)
	}
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

// open finds the map, the number of players, and who plays them.
func (k *anyKind) open(c *Config) (err error) {
	if k.kind.OpenMap != nil {
		if k.setup.Map, err = k.kind.OpenMap(c.Map); err != nil {
			return fmt.Errorf("config: map: %w", err)
		}
	}
	k.setup.Specials = int(number(c.Special))
	if k.setup.Players = c.Players; c.Players == 0 && c.State != nil {
		k.setup.Players = resume.Players(k.kind, c.State)
	}
	if k.setup.Players == 0 && k.kind.OpenMap != nil {
		k.setup.Players = k.kind.Seats(k.setup.Map) + k.setup.Specials
	} else if k.setup.Players == 0 {
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
	if _, err := k.makeBots(m, k.opponents, match.Draws{}); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

func (k *anyKind) knows(names []string) error {
	m, err := k.newMatch()
	if err == nil {
		_, err = k.makeBots(m, names, match.Draws{})
	}
	return err
}

// makeBots creates the built-in bots with these names, by player; nil: the program plays it.
func (k *anyKind) makeBots(m game.Match, names []string, d match.Draws) ([]game.Bot, error) {
	bots := make([]game.Bot, k.players)
	for p, name := range names {
		if name == "" {
			continue
		}
		bot, err := m.Bot(name, p, d.PlayerSeed(p))
		if err != nil {
			return nil, fmt.Errorf("opponents[\"%d\"]: %w", p, err)
		}
		bots[p] = bot
	}
	return bots, nil
}

func (k *anyKind) spec() *observe.Spec { return k.seen.Spec() }

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
	asked   []string   // by player: its built-in bot, or empty; nil: as in the config
	memory  observe.Memory
	choices []viewer.Choices // by seat, in the state
}

func (w *anyWorld) sit(names []string) { w.asked = names }

// sitting returns the built-in bots that play, by player.
func (w *anyWorld) sitting() []string {
	if w.asked == nil {
		return w.opponents
	}
	return w.asked
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
		w.bots, err = w.makeBots(w.match, w.sitting(), d)
	}
	if err != nil {
		return d.Seed, err
	}
	if w.begin != nil {
		return d.Seed, w.beginIn(w.begin, d.Seed)
	}
	w.orders = d.Orders(match.Seeded, w.players)
	w.skipUnseen()
	return d.Seed, nil
}

// beginIn lets the match begin in a state.
func (w *anyWorld) beginIn(g *Given, seed uint64) error {
	place, err := w.set(g, seed)
	if err != nil {
		return err
	}
	return place()
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
	chars := w.spec().Characters
	for s, p := range w.seats {
		if w.match.Acts(p) {
			w.seen.Choose(w.match, p, &w.choices[s], actions[s*chars:(s+1)*chars])
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
		w.choices[s] = w.seen.Choices(w.match, p)
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
	for s, p := range w.seats {
		w.seen.Write(&w.memory, s, w.match, p, &w.choices[s])
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

func (w *anyWorld) appendActions(dst []byte, player int, actions []uint8) []byte {
	return w.seen.AppendActions(dst, w.match, player, &w.choices[slices.Index(w.seats, player)], actions)
}

func (w *anyWorld) set(g *Given, seed uint64) (func() error, error) {
	m := w.match.Clone()
	if err := anygame.Load(w.kind, m, g.TurnNumber, g.State); err != nil {
		return nil, err
	}
	return func() error {
		w.match = m
		return w.draw(match.NewSearchOrders(seed, w.players), seed)
	}, nil
}

func (w *anyWorld) follow(other world, seed uint64, exact bool) error {
	from, ok := other.(*anyWorld)
	if !ok {
		return fmt.Errorf("the two matches are of different games")
	}
	if _, hides := game.As[game.WithSecret](from.match); hides && !exact {
		return fmt.Errorf("%s hides something from bots, and a branch with another seed would know it", w.kind.Name)
	}
	w.match = from.match.Clone()
	orders := from.orders.Clone()
	if !exact {
		orders = match.NewSearchOrders(seed, w.players)
	}
	return w.draw(orders, seed)
}

// draw lets a match that goes on from a state have these orders, and built-in bots that begin with a seed.
func (w *anyWorld) draw(orders *match.Orders, seed uint64) (err error) {
	w.orders = orders
	if w.bots, err = w.makeBots(w.match, w.sitting(), match.Draws{Seed: seed}); err != nil {
		return err
	}
	w.skipUnseen()
	return nil
}

// skipUnseen plays the turns before which no bot is asked, and looks what the seats can do.
func (w *anyWorld) skipUnseen() {
	for w.match.Turn() < w.kind.Unseen {
		w.match.Play(w.inOrder(), false)
	}
	w.look()
}
