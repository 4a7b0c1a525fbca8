package games

import (
	"bytes"
	"encoding/json"
	"slices"

	"blastyard/bots/bomberbots"
	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// bombermanMatch is a match of 2016-Bomberman. Its turns are the rounds of the rules.
type bombermanMatch struct {
	settings  bomberman.Settings
	generator *bomberman.Generator // nil before it is needed
	names     wire.Text            // it never changes: clones share it
	state     *bomberman.State
	asked     []bombermanAsked // by player

	commands []bomberman.Command // by player: of the turn that is played
	failed   []bool              // by player: the command of the last turn was refused
	refused  []bombermanRefusal  // of the last turn
}

// bombermanAsked is what a player asks for in the coming turn.
type bombermanAsked struct {
	command bomberman.Command
	fault   string // why it could not be read; empty: it could
	text    []byte // as it came, where it could not be read
}

// bombermanRefusal is a command that was refused.
type bombermanRefusal struct {
	player  int
	command bomberman.Command
	fault   string // why it could not be read; empty: it could
}

// State is the *bomberman.State of the match.
func (m *bombermanMatch) State() any { return m.state }

// Bare is the match.
func (m *bombermanMatch) Bare() game.Match { return m }

// Played is the commands of the last round, by player. They are valid until the next round.
func (m *bombermanMatch) Played() []bomberman.Command { return m.commands }

// Players is how many players there are.
func (m *bombermanMatch) Players() int { return len(m.asked) }

// Turn is the number of rounds played.
func (m *bombermanMatch) Turn() int { return m.state.Round() }

// LastTurn is the round after which the rules end the match at the latest.
func (m *bombermanMatch) LastTurn() int { return m.state.Map().MaxRounds() + 1 }

// Over tells whether fewer than two players live, or the rounds are used up.
func (m *bombermanMatch) Over() bool { return m.state.Over() }

// Winner is the first of the leader board, or match.NoWinner where only the letter of its key puts it there.
func (m *bombermanMatch) Winner() int { return m.state.Winner() }

// Score is a player's points.
func (m *bombermanMatch) Score(player int) int { return m.state.Player(player).Points }

// Hash is the hash of the state.
func (m *bombermanMatch) Hash() game.Hash { return HashBomberman(m.state) }

// Acts tells whether a player lives.
func (m *bombermanMatch) Acts(player int) bool { return m.state.Player(player).Alive }

// Ask reads the number of a command. A player who does not ask, or without any text, does nothing.
func (m *bombermanMatch) Ask(player int, actions []byte) {
	a := &m.asked[player]
	a.forget()
	if len(bytes.TrimSpace(actions)) == 0 {
		return
	}
	var ok bool
	if a.command, ok = wire.ParseNumber(actions); !ok {
		a.fault = notACommand
		if a.text = append(a.text, actions...); !json.Valid(actions) {
			a.text = append(a.text[:0], "null"...) // is refused for the same reason, and may stand in JSON
		}
	}
}

const notACommand = "not the number of a command, 0 to 6"

func (a *bombermanAsked) forget() { a.command, a.fault, a.text = bomberman.Nothing, "", a.text[:0] }

// Choose asks for the first choice.
func (m *bombermanMatch) Choose(player int, wishes []viewer.Wish) {
	a := &m.asked[player]
	a.forget()
	if len(wishes) > 0 {
		a.command = bombermanCommand(wishes[0])
	}
}

// AppendActions appends the number of the command; for a player who has not asked, that of doing nothing.
func (m *bombermanMatch) AppendActions(dst []byte, player int) []byte {
	a := &m.asked[player]
	if a.fault != "" {
		return append(dst, a.text...)
	}
	return wire.AppendNumber(dst, a.command)
}

// Words is what a player asks for in the coming turn: its command; what cannot be read stands there as its reason.
func (m *bombermanMatch) Words(player int) []string {
	if asked := &m.asked[player]; asked.fault != "" {
		return []string{asked.fault}
	}
	return []string{m.asked[player].command.String()}
}

// Play plays a round. The rules handle the commands by key, whatever the order.
func (m *bombermanMatch) Play(order []int, report bool) {
	m.refused = m.refused[:0]
	clear(m.commands)
	for _, player := range order {
		m.commands[player] = m.asked[player].command
	}
	var failed []bool
	if report {
		failed = m.failed
	}
	m.state.Step(m.commands, failed)
	if report {
		for _, player := range order {
			if a := &m.asked[player]; m.failed[player] || a.fault != "" {
				m.refused = append(m.refused, bombermanRefusal{player, a.command, a.fault})
			}
		}
	}
	for i := range m.asked {
		m.asked[i].forget()
	}
}

// Chance says what chance decides in the coming round, now that all have asked, or is empty: a collision of players.
// It is for matches that a program with another chance has played.
func (m *bombermanMatch) Chance() string {
	for player := range m.asked {
		for other := range player {
			if to, ok := m.wants(player); ok {
				if same, ok := m.wants(other); ok && same == to {
					return "players wanted the same block"
				}
			}
		}
	}
	return ""
}

// wants is where a player asks to go.
func (m *bombermanMatch) wants(player int) (bomberman.Pos, bool) {
	p := m.state.Player(player)
	to := p.At.Step(m.asked[player].command)
	return to, p.Alive && to != p.At
}

// AppendRefused appends what was refused in the last round, in the order of the players.
func (m *bombermanMatch) AppendRefused(dst []game.Refusal) []game.Refusal {
	for _, r := range m.refused {
		if r.fault != "" {
			dst = append(dst, game.Refusal{Player: r.player, Reason: r.fault})
		} else {
			dst = append(dst, game.Refusal{Player: r.player, Action: r.command.String(), Reason: "not possible"})
		}
	}
	return dst
}

// NumRefused is 1 where the player's command was refused in the last round, else 0.
func (m *bombermanMatch) NumRefused(player int) int {
	if slices.ContainsFunc(m.refused, func(r bombermanRefusal) bool { return r.player == player }) {
		return 1
	}
	return 0
}

// AppendState appends the state as the file state.json holds it.
func (m *bombermanMatch) AppendState(dst []byte) []byte { return m.names.AppendState(dst, m.state) }

// AppendNamed appends the state as AppendState does, with the names of the players.
func (m *bombermanMatch) AppendNamed(dst []byte, names []string) []byte {
	return (&wire.Text{Names: names}).AppendState(dst, m.state)
}

// Picture makes f the picture of the state.
func (m *bombermanMatch) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	PictureBomberman(f, m.state, seats)
	limitTurns(f, turns)
}

// Living is whether a player lives, as a number, and 1.
func (m *bombermanMatch) Living(player int) (living, all int) {
	if m.state.Player(player).Alive {
		return 1, 1
	}
	return 0, 1
}

// Restart makes it the start of a match on the map that a seed gives. Bots that were made before know another map.
func (m *bombermanMatch) Restart(seed uint64) error {
	if m.generator == nil {
		var err error
		if m.generator, err = bomberman.NewGenerator(m.settings, len(m.asked)); err != nil {
			return setupError{err}
		}
	}
	board, err := m.generator.Generate(bombermanSeed(seed))
	if err != nil {
		return setupError{err}
	}
	m.state = bomberman.NewState(board)
	m.refused = m.refused[:0]
	for i := range m.asked {
		m.asked[i].forget()
	}
	return nil
}

// Clone returns a copy, with what players ask for and what was refused.
func (m *bombermanMatch) Clone() game.Match {
	c := &bombermanMatch{settings: m.settings, names: m.names, state: m.state.Clone(), asked: slices.Clone(m.asked),
		refused:  copied(m.refused),
		commands: make([]bomberman.Command, len(m.commands)), failed: make([]bool, len(m.failed))}
	for i := range c.asked {
		c.asked[i].text = copied(m.asked[i].text)
	}
	return c
}

// bombermanBot is a built-in bot at its place.
type bombermanBot struct {
	bot    bomberbots.Bot
	player int
}

// Bot makes a built-in bot for a player.
func (m *bombermanMatch) Bot(name string, player int, seed uint64) (game.Bot, error) {
	bot, err := bomberbots.New(name, m.state.Map(), player, seed)
	if err != nil {
		return nil, err
	}
	return &bombermanBot{bot, player}, nil
}

// Act asks for what the bot wants: nothing where its player is dead.
func (b *bombermanBot) Act(m game.Match) {
	s := m.Bare().(*bombermanMatch)
	a := &s.asked[b.player]
	a.forget()
	a.command = b.bot.Act(s.state)
}
