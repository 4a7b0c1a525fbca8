package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"blastyard/game/match"
	"blastyard/internal/jsonerror"
	"blastyard/internal/jsonscan"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// bombermanStart contains the fields of a line that starts a game.
type bombermanStart struct {
	players, reveal []byte // for a game from its start
	secret          []byte // likewise: what is hidden under the walls comes from it
	state           []byte // state.json, or a string that contains it
	drawPowerUps    []byte // whether to draw the power-ups that the state does not show
	stood           []byte // blocks on which the players have been
}

func (f *bombermanStart) field(key, value []byte) {
	switch string(key) {
	case "players":
		f.players = value
	case "secret":
		f.secret = value
	case "reveal":
		f.reveal = value
	case "state":
		f.state = value
	case "draw_power_ups":
		f.drawPowerUps = value
	case "stood":
		f.stood = value
	}
}

// start starts a game, from the start or from a state.
func (b *bombermanRules) start(q *request) (*bombermanGame, error) {
	reveal, err := readBool("reveal", b.first.reveal)
	if err != nil {
		return nil, err
	}
	g := &bombermanGame{reveal: reveal}
	if b.first.state != nil {
		g.state, g.text, err = b.restore(q)
	} else {
		g.state, g.text, err = b.generate(q)
	}
	if err != nil {
		return nil, err
	}
	g.failed = make([]bool, g.state.Map().Players())
	return g, nil
}

// generate makes the map of a seed. Collisions are drawn from another stream than in a match on that map.
func (b *bombermanRules) generate(q *request) (*bomberman.State, *wire.Text, error) {
	players, ok := jsonscan.ParseInt(b.first.players)
	if !ok || players < bomberman.MinPlayers || players > bomberman.MaxPlayers {
		return nil, nil, fmt.Errorf("players is %s, expected an integer from %d to %d", brief(b.first.players),
			bomberman.MinPlayers, bomberman.MaxPlayers)
	}
	if q.rawSeed == nil {
		return nil, nil, errors.New("field seed is missing")
	}
	seed, ok := jsonscan.ParseInt(q.rawSeed)
	if !ok || seed < math.MinInt32 || seed > math.MaxInt32 {
		return nil, nil, fmt.Errorf("seed is %s, expected an integer from %d to %d", brief(q.rawSeed), math.MinInt32,
			math.MaxInt32)
	}
	g := b.generators[int(players)]
	if g == nil {
		var err error
		if g, err = bomberman.NewGenerator(bomberman.DefaultSettings(), int(players)); err != nil {
			return nil, nil, err
		}
		b.generators[int(players)] = g
	}
	m, err := b.mapOf(g, int32(seed))
	if err != nil {
		return nil, nil, err
	}
	text := &wire.Text{}
	for k := range players {
		text.Names = append(text.Names, fmt.Sprintf("Player %d", k+1))
	}
	return bomberman.NewState(m).SearchClone(uint64(seed)), text, nil
}

// mapOf makes the map of a seed, with what a secret hides under its walls, if there is one.
func (b *bombermanRules) mapOf(g *bomberman.Generator, seed int32) (*bomberman.Map, error) {
	if b.first.secret == nil {
		return g.Generate(seed)
	}
	var secret match.Secret
	if err := json.Unmarshal(b.first.secret, &secret); err != nil || secret.IsZero() {
		return nil, fmt.Errorf("secret is %s, expected 32 hexadecimal digits that are not all 0", brief(b.first.secret))
	}
	return g.GenerateSecret(seed, secret.Key("bomberman"))
}

// restore parses a state.json.
func (b *bombermanRules) restore(q *request) (*bomberman.State, *wire.Text, error) {
	if b.first.players != nil {
		return nil, nil, errors.New("the line has both state and players, expected one of them")
	}
	if b.first.secret != nil {
		return nil, nil, errors.New("the line has both state and secret, expected secret beside players")
	}
	if err := q.readSeed(); err != nil {
		return nil, nil, err
	}
	assumed := &wire.Assumed{Settings: bomberman.DefaultSettings()}
	if q.seed != nil {
		assumed.Seed = *q.seed
	}
	var err error
	if assumed.PowerUps, err = readBool("draw_power_ups", b.first.drawPowerUps); err != nil {
		return nil, nil, err
	}
	if b.first.stood != nil {
		if err := jsonerror.Decode(b.first.stood, &assumed.Stood); err != nil {
			return nil, nil, fmt.Errorf(`stood is not an array, by player, of arrays of {"X":x,"Y":y}: %w`, err)
		}
	}
	state := b.first.state
	if state[0] == '"' {
		var text string
		if err := jsonerror.Decode(state, &text); err != nil {
			return nil, nil, fmt.Errorf("state: %w", err)
		}
		state = []byte(text)
	}
	return wire.ParseState(state, assumed)
}
