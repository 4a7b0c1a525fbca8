package train

import (
	"fmt"
	"slices"
	"sync/atomic"

	"blastyard/bots/bomberbots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
	"blastyard/train/observe"
)

const gameBomberman = "bomberman"

func init() {
	ownPaths[gameBomberman] = ownPath{
		serve:   func(c *Config) (kindOfWorld, error) { return newBombermanKind(c) },
		observe: func(c *ObserveConfig) (observedGame, error) { return newObservedBomberman(c) },
		given:   checkBombermanGiven,
	}
}

// bombermanKind creates matches of Bomberman, whose maps come from their seeds.
type bombermanKind struct {
	*seating
	sample     *bomberman.Map // one of the maps: they differ only in the content of their blocks
	seen       *observe.BombermanBoard
	turns      int
	settings   bomberman.Settings
	generators chan *bomberman.Generator // unused generators
	fit        func(uint64) uint64
	begin      *Given // the state in which all matches begin; nil: the start of a match
}

// keptGenerators is the maximum number of unused map generators that are kept.
const keptGenerators = 64

func newBombermanKind(c *Config) (*bombermanKind, error) {
	players := c.Players
	if players == 0 {
		players = bomberman.MinPlayers
	}
	if players < bomberman.MinPlayers || players > bomberman.MaxPlayers {
		return nil, fmt.Errorf("config: players is %d, expected %d to %d", players, bomberman.MinPlayers,
			bomberman.MaxPlayers)
	}
	k := &bombermanKind{sample: &bomberman.Map{}, fit: games.Bomberman().FitSeed,
		settings: bomberman.DefaultSettings(), generators: make(chan *bomberman.Generator, keptGenerators)}
	var err error
	if c.State != nil {
		if err := k.given(c); err != nil {
			return nil, err
		}
		players = k.sample.Players()
	}
	if k.seating, err = c.seat(players); err != nil {
		return nil, err
	}
	if c.State == nil {
		if err := k.generateSample(); err != nil {
			return nil, fmt.Errorf("config: %w", err)
		}
	}
	if err := k.prepare(c.Turns, c.Observation); err != nil {
		return nil, err
	}
	if _, err := k.makeBots(k.sample, k.opponents, match.Draws{}); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return k, nil
}

func (k *bombermanKind) generateSample() error {
	g, err := k.generator()
	if err != nil {
		return err
	}
	defer k.putBack(g)
	return g.GenerateInto(k.sample, 0)
}

// prepare computes what follows from the size of the maps.
func (k *bombermanKind) prepare(turns int, observation string) (err error) {
	last := k.sample.MaxRounds() + 1
	if k.turns = turns; k.turns == 0 {
		k.turns = last
	}
	if k.turns < 1 || k.turns > last {
		return fmt.Errorf("config: turns is %d, expected 1 to %d", k.turns, last)
	}
	if k.seen, err = observe.NewBombermanBoard(k.sample, forms[observation], k.turns); err != nil {
		return fmt.Errorf("config: observation: %w", err)
	}
	return nil
}

// generator returns an unused generator, or creates one. The caller returns it with putBack.
func (k *bombermanKind) generator() (*bomberman.Generator, error) {
	select {
	case g := <-k.generators:
		return g, nil
	default:
		return bomberman.NewGenerator(k.settings, k.players)
	}
}

func (k *bombermanKind) putBack(g *bomberman.Generator) {
	select {
	case k.generators <- g:
	default: // more were in use at the same time than are kept
	}
}

// makeBots creates the built-in bots with these names, by player; nil: the program plays it.
func (k *bombermanKind) makeBots(m *bomberman.Map, names []string, d match.Draws) ([]bomberbots.Bot, error) {
	bots := make([]bomberbots.Bot, k.players)
	for p, name := range names {
		if name == "" {
			continue
		}
		bot, err := bomberbots.New(name, m, p, d.PlayerSeed(p))
		if err != nil {
			return nil, fmt.Errorf("opponents[\"%d\"]: %w", p, err)
		}
		bots[p] = bot
	}
	return bots, nil
}

func (k *bombermanKind) spec() *observe.Spec { return k.seen.Spec() }

func (k *bombermanKind) facts(f *Facts) {
	f.RulesVersion, f.Turns = bomberman.RulesVersion, k.turns
	f.ScoreScale = float64(k.sample.Settings.PlayerPoints)
}

func (k *bombermanKind) world(a *seen, i int) (world, error) {
	w := &bombermanWorld{bombermanKind: k, ground: &bomberman.Map{}, state: &bomberman.State{},
		commands: make([]bomberman.Command, k.players), observer: k.seen.Observer()}
	w.view = w.observer.View(k.seats, a.match(i))
	return w, nil
}

// bombermanWorld is a match of Bomberman.
type bombermanWorld struct {
	*bombermanKind
	ground   *bomberman.Map // map of the episode
	state    *bomberman.State
	bots     []bomberbots.Bot    // by player; nil: the program plays it
	sitting  []string            // by player: its built-in bot, or empty; nil: as in the config
	commands []bomberman.Command // by player
	observer *observe.Bomberman
	view     *observe.BombermanView
	names    *wire.Text // nil until it is needed

	searching bool        // the state is that of a search: it has no draws of a match
	lent      atomic.Bool // others may use the map: a restart leaves it as it is
}

func (w *bombermanWorld) restart(d match.Draws) (uint64, error) {
	if w.begin != nil {
		place, err := w.set(w.begin, d.Seed)
		if err == nil {
			err = place()
		}
		return d.Seed, err
	}
	if w.lent.Load() {
		w.ground, w.state = &bomberman.Map{}, &bomberman.State{}
		w.lent.Store(false)
	}
	w.searching = false
	d.Seed = w.fit(d.Seed)
	g, err := w.generator()
	if err != nil {
		return d.Seed, err
	}
	if err := w.start(g, d); err != nil {
		return d.Seed, err
	}
	if err := w.summon(d); err != nil {
		return d.Seed, err
	}
	soft, super := g.Opening()
	w.observer.Open(w.state, soft, super)
	w.putBack(g)
	return d.Seed, nil
}

// start sets map and state to the start of a match. A seed that fits a map has no other bits.
func (w *bombermanWorld) start(g *bomberman.Generator, d match.Draws) error {
	if d.Secret.IsZero() {
		return g.Start(w.state, w.ground, int32(d.Seed))
	}
	m, err := g.GenerateSecret(int32(d.Seed), d.Secret.Key("bomberman"))
	if err != nil {
		return err
	}
	w.ground = m
	w.state.Restart(m)
	return nil
}

// summon makes the built-in bots of a match that begins.
func (w *bombermanWorld) summon(d match.Draws) (err error) {
	names := w.sitting
	if names == nil {
		names = w.opponents
	}
	w.bots = nil
	if slices.ContainsFunc(names, func(name string) bool { return name != "" }) {
		w.bots, err = w.makeBots(w.ground, names, d)
	}
	return err
}

func (w *bombermanWorld) sit(names []string) { w.sitting = names }

func (k *bombermanKind) knows(names []string) error {
	_, err := k.makeBots(k.sample, names, match.Draws{})
	return err
}

func (w *bombermanWorld) play(actions []uint8) {
	for s, p := range w.seats {
		w.commands[p] = bomberman.Command(actions[s]) // the rules ignore numbers that are no command
	}
	for p, bot := range w.bots {
		if bot != nil {
			w.commands[p] = bot.Act(w.state)
		}
	}
	w.state.Step(w.commands, nil)
	w.observer.Next(w.state)
}

func (w *bombermanWorld) stand(s *standing) {
	living := 0
	scores := s.scores[:len(s.alive)]
	for k := range s.alive {
		_, points, alive := w.state.Standing(k)
		n := number(alive)
		scores[k], s.alive[k] = int32(points), n
		living += int(n)
	}
	s.turn = w.state.Round()
	s.over = living < 2 || s.turn >= w.turns // as State.Over: there are no more turns than rounds
	if s.winner = match.NoWinner; s.over {
		s.winner = w.state.Winner()
	}
}

func (w *bombermanWorld) shares(dst []int32) {
	for k := range dst {
		_, points, _ := w.state.Standing(k)
		dst[k] = int32(max(0, points))
	}
}

func (w *bombermanWorld) observe() {
	w.view.Write()
}

func (w *bombermanWorld) appendState(dst []byte) []byte {
	if w.names == nil {
		w.names = &wire.Text{}
		for k := range w.commands {
			w.names.Names = append(w.names.Names, string(bomberman.Key(k)))
		}
	}
	return w.names.AppendState(dst, w.state)
}

func (w *bombermanWorld) asGame() game.Match { return games.BombermanMatch(w.state) }

func (w *bombermanWorld) appendActions(dst []byte, _ int, actions []uint8) []byte {
	return append(dst, '0'+actions[0])
}
