package games

import (
	"bytes"
	"encoding/json"
	"slices"

	"blastyard/bots/bomberbots"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// bombermanMatch is a match of 2016-Bomberman. Its turns are the rounds of the rules.
type bombermanMatch struct {
	settings  bomberman.Settings
	generator *bomberman.Generator // nil until it is needed
	names     wire.Text            // never changes; clones share it
	state     *bomberman.State
	asked     []bombermanAsked // by player

	commands []bomberman.Command // by player: of the turn being played
	failed   []bool              // by player: whether the last command was refused
	refused  []bombermanRefusal  // of the last turn
}

// bombermanAsked is a player's command for the next turn.
type bombermanAsked struct {
	command bomberman.Command
	fault   string // why it could not be read, or ""
	text    []byte // the original text, if it could not be read
}

// bombermanRefusal is a refused command.
type bombermanRefusal struct {
	player  int
	command bomberman.Command
	fault   string // why it could not be read, or ""
}

// BombermanMatch returns a match that goes on from a state, which it copies.
func BombermanMatch(s *bomberman.State) game.Match {
	n := s.Map().Players()
	return &bombermanMatch{settings: s.Map().Settings, state: s.Clone(), asked: make([]bombermanAsked, n),
		commands: make([]bomberman.Command, n), failed: make([]bool, n)}
}

// State returns the *bomberman.State of the match.
func (m *bombermanMatch) State() any { return m.state }

// Bare returns the match.
func (m *bombermanMatch) Bare() game.Match { return m }

// Played returns the commands of the last round, by player. They are valid until the next round.
func (m *bombermanMatch) Played() []bomberman.Command { return m.commands }

// Players returns the number of players.
func (m *bombermanMatch) Players() int { return len(m.asked) }

// Turn returns the number of rounds played.
func (m *bombermanMatch) Turn() int { return m.state.Round() }

// LastTurn returns the round after which the rules end the match at the latest.
func (m *bombermanMatch) LastTurn() int { return m.state.Map().MaxRounds() + 1 }

// Over reports whether fewer than two players live, or all rounds have been played.
func (m *bombermanMatch) Over() bool { return m.state.Over() }

// Winner returns the first of the leader board, or match.NoWinner if only the order of the keys puts it there.
func (m *bombermanMatch) Winner() int { return m.state.Winner() }

// Score returns a player's points.
func (m *bombermanMatch) Score(player int) int { return m.state.Player(player).Points }

// Hash returns the hash of the state.
func (m *bombermanMatch) Hash() game.Hash { return HashBomberman(m.state) }

// Acts reports whether a player lives.
func (m *bombermanMatch) Acts(player int) bool { return m.state.Player(player).Alive }

// Ask reads the number of a command. A player without a call, or with an empty text, does nothing.
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
			a.text = append(a.text[:0], "null"...) // valid inside JSON, and refused for the same reason
		}
	}
}

const notACommand = "not the number of a command, 0 to 6"

func (a *bombermanAsked) forget() { a.command, a.fault, a.text = bomberman.Nothing, "", a.text[:0] }

// Choose sets the command of the first choice.
func (m *bombermanMatch) Choose(player int, wishes []viewer.Wish) {
	a := &m.asked[player]
	a.forget()
	if len(wishes) > 0 {
		a.command = bombermanCommand(wishes[0])
	}
}

// AppendActions appends the number of the command, or that of doing nothing for a player without a command.
func (m *bombermanMatch) AppendActions(dst []byte, player int) []byte {
	a := &m.asked[player]
	if a.fault != "" {
		return append(dst, a.text...)
	}
	return wire.AppendNumber(dst, a.command)
}

// Words describes a player's command for the next turn, or why it cannot be read.
func (m *bombermanMatch) Words(player int) []string {
	if asked := &m.asked[player]; asked.fault != "" {
		return []string{asked.fault}
	}
	return []string{m.asked[player].command.String()}
}

// Play plays a round. The rules process the commands by key, whatever the order.
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

// Chance describes what chance decides in the next round, or returns "": a collision of players. It is for matches
// that a program with other randomness has played.
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

// wants returns the position that a player wants to enter.
func (m *bombermanMatch) wants(player int) (bomberman.Pos, bool) {
	p := m.state.Player(player)
	to := p.At.Step(m.asked[player].command)
	return to, p.Alive && to != p.At
}

// AppendRefused appends the commands that were refused in the last round, in the order of the players.
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

// NumRefused returns 1 if the player's command was refused in the last round, or else 0.
func (m *bombermanMatch) NumRefused(player int) int {
	if slices.ContainsFunc(m.refused, func(r bombermanRefusal) bool { return r.player == player }) {
		return 1
	}
	return 0
}

// AppendState appends the state in the format of state.json.
func (m *bombermanMatch) AppendState(dst []byte) []byte { return m.names.AppendState(dst, m.state) }

// AppendNamed appends the state like AppendState, with the names of the players.
func (m *bombermanMatch) AppendNamed(dst []byte, names []string) []byte {
	return (&wire.Text{Names: names}).AppendState(dst, m.state)
}

// Picture sets f to the picture of the state.
func (m *bombermanMatch) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	PictureBomberman(f, m.state, seats)
	limitTurns(f, turns)
}

// Living returns 1 if a player lives, or 0, and 1.
func (m *bombermanMatch) Living(player int) (living, all int) {
	if m.state.Player(player).Alive {
		return 1, 1
	}
	return 0, 1
}

// Restart starts a match on the map for a seed. Bots that were made before know the previous map.
func (m *bombermanMatch) Restart(seed uint64) error { return m.RestartSecret(seed, match.Secret{}) }

// RestartSecret is Restart. What is hidden under the walls, and how collisions end, comes from a secret if there is
// one.
func (m *bombermanMatch) RestartSecret(seed uint64, secret match.Secret) error {
	if m.generator == nil {
		var err error
		if m.generator, err = bomberman.NewGenerator(m.settings, len(m.asked)); err != nil {
			return setupError{err}
		}
	}
	var board *bomberman.Map
	var err error
	if secret.IsZero() {
		board, err = m.generator.Generate(bombermanSeed(seed))
	} else {
		board, err = m.generator.GenerateSecret(bombermanSeed(seed), secret.Key("bomberman"))
	}
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

// Clone returns a copy, including the players' commands and the refused ones.
func (m *bombermanMatch) Clone() game.Match {
	c := &bombermanMatch{settings: m.settings, names: m.names, state: m.state.Clone(), asked: slices.Clone(m.asked),
		refused:  copied(m.refused),
		commands: make([]bomberman.Command, len(m.commands)), failed: make([]bool, len(m.failed))}
	for i := range c.asked {
		c.asked[i].text = copied(m.asked[i].text)
	}
	return c
}

// bombermanBot is a built-in bot for a player.
type bombermanBot struct {
	bot    bomberbots.Bot
	player int
}

// Bot returns a built-in bot for a player.
func (m *bombermanMatch) Bot(name string, player int, seed uint64) (game.Bot, error) {
	bot, err := bomberbots.New(name, m.state.Map(), player, seed)
	if err != nil {
		return nil, err
	}
	return &bombermanBot{bot, player}, nil
}

// Act sets the bot's command. A dead player does nothing.
func (b *bombermanBot) Act(m game.Match) {
	s := m.Bare().(*bombermanMatch)
	a := &s.asked[b.player]
	a.forget()
	a.command = b.bot.Act(s.state)
}
