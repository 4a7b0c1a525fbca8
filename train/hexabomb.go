package train

import (
	"cmp"
	"fmt"
	"slices"

	"blastyard/bots/hexabots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/train/observe"
)

const gameHexabomb = "hexabomb"

func init() {
	ownPaths[gameHexabomb] = ownPath{
		serve:   func(c *Config) (kindOfWorld, error) { return newHexabombKind(c) },
		observe: func(c *ObserveConfig) (observedGame, error) { return newObservedHexabomb(c) },
		given:   checkHexabombGiven,
	}
}

// hexabombKind creates matches of hexabomb on a map.
type hexabombKind struct {
	*seating
	mapName string
	board   *hexabomb.Board
	seen    *observe.HexabombBoard
	start   *hexabomb.State
	turns   int

	searching bool    // the start is a state that was given: orders are drawn as for a search
	unseen    int     // turns that are played before the first observation
	asked     []asked // by player

	// meanings are the actions for numbers, by place among the actions of the seats of a match and by number.
	meanings [][numbered]hexabomb.Action
}

// asked locates a player's actions among those of the seats of a match. A player of a built-in bot has none.
type asked struct{ from, end int }

// numbered is how many numbers of actions have a meaning of their own. Larger ones mean the same as the last: no
// action.
const numbered = 32

// noAction is the kind of an invalid action.
const noAction = hexabomb.NumKinds

func newHexabombKind(c *Config) (*hexabombKind, error) {
	k := &hexabombKind{}
	version, err := hexabomb.ParseVersion(cmp.Or(c.Rules, games.Hexabomb().Version))
	if err != nil {
		return nil, fmt.Errorf("config: rules: %w", err)
	}
	if c.State != nil {
		err = k.given(c, version)
	} else {
		err = k.openMap(c, version)
	}
	if err != nil {
		return nil, err
	}
	if k.seating, err = c.seat(k.board.NumPlayers()); err != nil {
		return nil, err
	}
	if err := k.prepare(c.Turns, c.Observation); err != nil {
		return nil, err
	}
	if _, err := k.makeBots(k.opponents, match.Draws{}); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return k, nil
}

// openMap sets the board and the start from the map of a config.
func (k *hexabombKind) openMap(c *Config, version hexabomb.Version) error {
	kind, err := games.Hexabomb().ByVersion(version.String())
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	file, err := kind.OpenMap(c.Map)
	if err != nil {
		return fmt.Errorf("config: map: %w", err)
	}
	m, known := file.Value.(*hexabomb.Map)
	if !known {
		return fmt.Errorf("config: map: %s is no map of hexabomb", file.Name)
	}
	k.mapName = file.Name
	specials := int(number(c.Special))
	players := c.Players
	if players == 0 {
		players = kind.Seats(file) + specials
	}
	if k.board, err = version.NewBoard(m, players-specials, specials); err != nil {
		return fmt.Errorf("config: players is %d, special is %v, map is %q: %w", players, c.Special, k.mapName, err)
	}
	k.start = hexabomb.NewState(k.board)
	return nil
}

// prepare computes what follows from the board.
func (k *hexabombKind) prepare(turns int, observation string) (err error) {
	k.unseen = games.Hexabomb().Unseen
	if k.turns = turns; k.turns == 0 {
		k.turns = games.Hexabomb().Turns
	}
	if k.turns <= k.unseen || k.turns > k.board.LastTurn() {
		return fmt.Errorf("config: turns is %d, expected %d to %d", k.turns, k.unseen+1, k.board.LastTurn())
	}
	if k.seen, err = observe.NewHexabombBoard(k.board, forms[observation], k.turns); err != nil {
		return fmt.Errorf("config: observation: %w", err)
	}
	k.asked = make([]asked, k.players)
	chars := k.spec().Characters
	k.meanings = make([][numbered]hexabomb.Action, len(k.seats)*chars)
	for s, p := range k.seats {
		first, end := k.board.Characters(p)
		k.asked[p] = asked{s * chars, s*chars + end - first}
		for c := range chars {
			for n := range uint8(numbered) {
				a, ok := observe.HexabombAction(k.board, p, c, n)
				if !ok {
					a.Kind = noAction
				}
				k.meanings[s*chars+c][n] = a
			}
		}
	}
	return nil
}

func (k *hexabombKind) spec() *observe.Spec { return k.seen.Spec() }

func (k *hexabombKind) facts(f *Facts) {
	f.Map, f.Special, f.RulesVersion = k.mapName, k.board.SuddenDeath(), k.board.Version().Number()
	f.Turns, f.FirstTurn, f.ScoreScale = k.turns, k.unseen, float64(k.board.NumCells())
	if f.Special {
		f.ScoreScale = float64(k.turns)
	}
}

// makeBots creates the built-in bots with these names, by player; nil: the program plays it.
func (k *hexabombKind) makeBots(names []string, d match.Draws) ([]hexabots.Bot, error) {
	bots := make([]hexabots.Bot, k.players)
	for p, name := range names {
		if name == "" {
			continue
		}
		bot, err := hexabots.New(name, k.board, p, d.PlayerSeed(p))
		if err != nil {
			return nil, fmt.Errorf("opponents[\"%d\"]: %w", p, err)
		}
		bots[p] = bot
	}
	return bots, nil
}

func (k *hexabombKind) world(a *seen, i int) (world, error) {
	w := &hexabombWorld{hexabombKind: k, state: hexabomb.NewState(k.board), observer: k.seen.Observer(),
		orders: *match.Draws{Seed: 0}.Orders(match.Seeded, k.players), order: make([]int, k.players),
		actions: make([]hexabomb.Action, 0, k.board.NumCharacters()+1)}
	w.view = w.observer.View(k.seats, a.match(i))
	return w, nil
}

// hexabombWorld is a match of hexabomb.
type hexabombWorld struct {
	*hexabombKind
	state    *hexabomb.State
	orders   match.Orders
	order    []int             // players in their order in the turn
	bots     []hexabots.Bot    // by player; nil: the program plays it
	sitting  []string          // by player: its built-in bot, or empty; nil: as in the config
	actions  []hexabomb.Action // of the turn, in order
	observer *observe.Hexabomb
	view     *observe.HexabombView
	encoder  *wire.Encoder // nil until it is needed
}

func (w *hexabombWorld) restart(d match.Draws) (uint64, error) {
	w.state.CopyFrom(w.start)
	if w.searching {
		return d.Seed, w.draw(d.Seed)
	}
	if d.Secret.IsZero() {
		w.orders.Restart(d.Seed) // it allocates nothing
	} else {
		w.orders = *d.Orders(match.Seeded, w.players)
	}
	if err := w.summon(d); err != nil {
		return d.Seed, err
	}
	w.skipUnseen()
	return d.Seed, nil
}

// summon makes the built-in bots of a match that begins.
func (w *hexabombWorld) summon(d match.Draws) (err error) {
	names := w.sitting
	if names == nil {
		names = w.opponents
	}
	w.bots = nil
	if slices.ContainsFunc(names, func(name string) bool { return name != "" }) {
		w.bots, err = w.makeBots(names, d)
	}
	return err
}

func (w *hexabombWorld) sit(names []string) { w.sitting = names }

func (k *hexabombKind) knows(names []string) error {
	_, err := k.makeBots(names, match.Draws{})
	return err
}

func (w *hexabombWorld) play(actions []uint8) {
	for p, rank := range w.orders.Next() {
		w.order[rank] = p
	}
	if w.bots == nil {
		w.actions = w.askAll(w.actions[:0], w.order, actions)
	} else {
		w.actions = w.askBots(w.actions[:0], actions)
	}
	if w.board.RevivesAnywhere() {
		whereTheyDied(w.state, w.actions)
	}
	w.state.Step(w.actions, nil)
	w.observer.Next(w.state)
}

// whereTheyDied makes revivals on the cells where the characters died plain revivals: the numbers of actions have no
// others.
func whereTheyDied(s *hexabomb.State, actions []hexabomb.Action) {
	for i, a := range actions {
		if _, named := a.Place(); a.Kind == hexabomb.Revive && !named {
			actions[i] = hexabomb.ReviveOn(int(a.Player), int(a.Character), s.Character(int(a.Character)).Cell)
		}
	}
}

// askAll appends the actions of players that are seats. There must be room for all. It does not branch on actions,
// because the processor cannot predict who does nothing.
func (k *hexabombKind) askAll(list []hexabomb.Action, players []int, actions []uint8) []hexabomb.Action {
	n := len(list)
	list = list[:cap(list)]
	meanings, asked := k.meanings, k.asked
	actions = actions[:len(meanings)]
	for _, p := range players {
		by := asked[p]
		for at := by.from; at < by.end; at++ {
			a := &meanings[at][min(actions[at], numbered-1)]
			list[n] = *a
			n += int(isAction(a))
		}
	}
	return list[:n]
}

func isAction(a *hexabomb.Action) uint8 { return number(a.Kind != noAction) }

// askBots appends the actions of all players if built-in bots play some of them.
func (w *hexabombWorld) askBots(list []hexabomb.Action, actions []uint8) []hexabomb.Action {
	for i, p := range w.order {
		if bot := w.bots[p]; bot != nil {
			list = bot.Act(list, w.state)
		} else {
			list = slices.Grow(list, w.board.NumCharacters()) // a bot may have more than one for a character
			list = w.askAll(list, w.order[i:i+1], actions)
		}
	}
	return list
}

func (w *hexabombWorld) stand(s *standing) {
	s.turn = w.state.Turn()
	s.over = s.turn >= w.turns
	state, scores := w.state, s.scores
	alive := s.alive[:len(scores)]
	for p := range scores {
		scores[p], alive[p] = int32(state.Score(p)), 1
	}
	if w.board.SuddenDeath() {
		w.standSudden(s)
	}
	if s.winner = match.NoWinner; s.over {
		s.winner = w.state.Winner()
	}
}

// standSudden is the second part of stand in sudden death, which ends when no ordinary player is alive.
func (w *hexabombWorld) standSudden(s *standing) {
	playing := uint8(0)
	for p := range s.alive {
		s.alive[p] = number(w.state.Living(p) > 0)
		if w.board.Special(p) {
			s.scores[p] = 0
		} else {
			playing |= s.alive[p]
		}
	}
	s.over = s.over || playing == 0
}

func (w *hexabombWorld) shares(dst []int32) {
	for p := range dst {
		if w.board.SuddenDeath() {
			dst[p] = int32(number(w.state.Living(p) > 0))
		} else {
			dst[p] = int32(w.state.CellCount(p))
		}
	}
}

func (w *hexabombWorld) observe() {
	w.view.Write()
}

func (w *hexabombWorld) appendState(dst []byte) []byte {
	if w.encoder == nil {
		w.encoder = wire.NewEncoder(w.board)
	}
	return w.encoder.Append(dst, w.state)
}

func (w *hexabombWorld) asGame() game.Match { return games.HexabombMatch(w.state) }

func (w *hexabombWorld) appendActions(dst []byte, player int, actions []uint8) []byte {
	return w.appendAsked(dst, w.state, player, actions)
}

// appendAsked appends what a player asks for in a state.
func (k *hexabombKind) appendAsked(dst []byte, s *hexabomb.State, player int, actions []uint8) []byte {
	var list []hexabomb.Action
	for c, n := range actions {
		if a, ok := observe.HexabombAction(k.board, player, c, n); ok {
			list = append(list, a)
		}
	}
	if k.board.RevivesAnywhere() {
		whereTheyDied(s, list)
	}
	return wire.AppendBoardActionsJSON(dst, k.board, list)
}
