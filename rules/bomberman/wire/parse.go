package wire

import (
	"errors"
	"fmt"
	"strings"

	"blastyard/internal/jsonscan"
	"blastyard/rules/bomberman"
)

// ErrState is wrapped by every error about a state.json.
var ErrState = errors.New("bomberman/wire: bad state.json")

// Assumed is what the caller of ParseState assumes because state.json does not contain it.
type Assumed struct {
	Settings bomberman.Settings // of the rules
	// Seed is for drawing the unknown: who wins a collision, and the power-ups under soft walls.
	Seed uint64
	// PowerUps says whether to draw the remaining power-ups under soft walls. Otherwise there are none.
	PowerUps bool
	// Stood are blocks on which the players have been, by player, in addition to their current ones. They count as
	// covered.
	Stood [][]bomberman.Pos
}

// ParseState parses state.json: all that a bot sees in a round. The state has a map of its own, and its collisions
// are drawn from the assumed seed, never as in the match. The dead count as dead since the first round. The text has
// the names of the players. Every error wraps ErrState and names the field, or what is impossible in any game.
func ParseState(data []byte, assumed *Assumed) (*bomberman.State, *Text, error) {
	r := stateReader{fields: fields{scan: jsonscan.New(data)}}
	if err := r.state(); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	r.snapshot.Settings = assumed.Settings
	if assumed.PowerUps {
		r.drawPowerUps(assumed.Seed)
	}
	if len(assumed.Stood) > len(r.players) {
		return nil, nil, fmt.Errorf("%w: blocks of %d players are assumed, but there are %d", ErrState,
			len(assumed.Stood), len(r.players))
	}
	for k, stood := range assumed.Stood {
		r.snapshot.Players[k].Stood = stood
	}
	s, err := bomberman.Restore(&r.snapshot, assumed.Seed)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	return s, &r.names, nil
}

// stateReader reads a state.json into a snapshot.
type stateReader struct {
	fields
	players  []playerFields
	columns  [][]blockFields
	names    Text
	snapshot bomberman.Snapshot
}

// playerFields are the fields of a player's object, which occurs wherever the player is or has a bomb.
type playerFields struct {
	name, key           string
	points, bag, radius int
	killed              bool
	at                  bomberman.Pos
}

// blockFields are the fields of a block's object.
type blockFields struct {
	block     bomberman.Block
	player    *playerFields
	bomb      *bomberman.Bomb
	owner     playerFields // of the bomb
	exploding bool
}

func (r *stateReader) state() error {
	p := &r.snapshot
	var seed int
	_, err := r.object(7, []field{
		{"RegisteredPlayerEntities", r.registered}, {"CurrentRound", r.number(&p.Round)},
		{"PlayerBounty", r.number(&p.Bounty)}, {"MapHeight", r.number(&p.Height)}, {"MapWidth", r.number(&p.Width)},
		{"GameBlocks", r.blocks}, {"MapSeed", r.number(&seed)},
	})
	if err == nil && !r.scan.AtEnd() {
		err = jsonscan.ErrSyntax
	}
	if errors.Is(err, jsonscan.ErrSyntax) {
		err = fmt.Errorf("%w, near byte %d", err, r.scan.Pos())
	}
	if err != nil {
		return err
	}
	p.Seed = int32(seed)
	return r.fill()
}

func (r *stateReader) registered() error {
	err := r.array(bomberman.MaxPlayers, func(k int) error {
		var p playerFields
		if _, err := r.object(7, r.player(&p)); err != nil {
			return err
		}
		if want := string(bomberman.Key(k)); p.key != want {
			return within("Key", wrong("is %q, expected %q", p.key, want))
		}
		r.players, r.names.Names = append(r.players, p), append(r.names.Names, p.name)
		return nil
	})
	if err == nil && len(r.players) < bomberman.MinPlayers {
		err = wrong("has %d, expected %d to %d players", len(r.players), bomberman.MinPlayers, bomberman.MaxPlayers)
	}
	return err
}

// player returns the fields of a player.
func (r *stateReader) player(p *playerFields) []field {
	return []field{{"Name", r.text(&p.name)}, {"Key", r.text(&p.key)}, {"Points", r.number(&p.points)},
		{"Killed", r.truth(&p.killed)}, {"BombBag", r.number(&p.bag)}, {"BombRadius", r.number(&p.radius)},
		{"Location", r.location(&p.at)}}
}

// blocks reads the columns of the map.
func (r *stateReader) blocks() error {
	return r.array(bomberman.MaxSide, func(x int) error {
		r.columns = append(r.columns, nil)
		return r.array(bomberman.MaxSide, func(y int) error {
			b, err := r.block(bomberman.Pos{X: x + 1, Y: y + 1})
			r.columns[x] = append(r.columns[x], b)
			return err
		})
	})
}

func (r *stateReader) block(at bomberman.Pos) (b blockFields, err error) {
	_, err = r.object(5, []field{
		{"Entity", func() error { return r.entity(&b, at) }},
		{"Bomb", func() error { return r.bomb(&b, at) }},
		{"PowerUp", func() error { return r.powerUp(&b, at) }},
		{"Exploding", r.truth(&b.exploding)}, {"Location", r.here(at)},
	})
	return b, err
}

// entity reads what is on a block: a wall or a player.
func (r *stateReader) entity(b *blockFields, at bomberman.Pos) error {
	if null, err := r.null(); null || err != nil {
		return err
	}
	var kind string
	var p playerFields
	list := append([]field{{"$type", r.text(&kind)}}, r.player(&p)...)
	list[1], list[len(list)-1] = list[len(list)-1], list[1] // Location: walls have one, too
	list[1].read = r.here(at)
	p.at = at
	met, err := r.object(2, list)
	if err != nil {
		return err
	}
	switch name, ok := typeOf(kind); {
	case ok && name == "IndestructibleWallEntity":
		b.block.Wall = bomberman.HardWall
	case ok && name == "DestructibleWallEntity":
		b.block.Wall = bomberman.SoftWall
	case ok && name == "PlayerEntity":
		for i, f := range list {
			if met&(1<<i) == 0 {
				return within(f.name, wrong("is missing"))
			}
		}
		b.player = &p
	default:
		return within("$type", wrong("is %.60q, expected that of a wall or a player", kind))
	}
	return nil
}

// typeOf returns the name in a $type of the original.
func typeOf(kind string) (string, bool) {
	name, before := strings.CutPrefix(kind, "Domain.Entities.")
	name, after := strings.CutSuffix(name, ", Domain")
	return name, before && after
}

func (r *stateReader) bomb(b *blockFields, at bomberman.Pos) error {
	if null, err := r.null(); null || err != nil {
		return err
	}
	bomb, exploding := bomberman.Bomb{At: at}, false
	_, err := r.object(5, []field{
		{"Owner", func() error { _, err := r.object(7, r.player(&b.owner)); return err }},
		{"BombRadius", r.number(&bomb.Radius)}, {"BombTimer", r.number(&bomb.Timer)},
		{"IsExploding", r.truth(&exploding)}, {"Location", r.here(at)},
	})
	if err == nil && exploding {
		err = within("IsExploding", wrong("is true, expected false: between two rounds no bomb explodes"))
	}
	b.bomb = &bomb
	return err
}

func (r *stateReader) powerUp(b *blockFields, at bomberman.Pos) error {
	if null, err := r.null(); null || err != nil {
		return err
	}
	var kind string
	if _, err := r.object(2, []field{{"$type", r.text(&kind)}, {"Location", r.here(at)}}); err != nil {
		return err
	}
	name, ok := typeOf(kind)
	for i, known := range powerUpTypes {
		if ok && i > 0 && name == known {
			b.block.PowerUp = bomberman.PowerUp(i)
			return nil
		}
	}
	return within("$type", wrong("is %.60q, expected that of a power-up", kind))
}
