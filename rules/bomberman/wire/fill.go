package wire

import (
	"fmt"
	"math/rand/v2"

	"blastyard/rules/bomberman"
)

// fill makes the snapshot from what was read, and compares what state.json contains more than once.
func (r *stateReader) fill() error {
	p := &r.snapshot
	if len(r.columns) != p.Width {
		return within("GameBlocks", wrong("has %d columns, but MapWidth is %d", len(r.columns), p.Width))
	}
	for x, column := range r.columns {
		if len(column) != p.Height {
			return within(fmt.Sprintf("GameBlocks[%d]", x), wrong("has %d blocks, but MapHeight is %d", len(column),
				p.Height))
		}
	}
	for _, from := range r.players {
		player := bomberman.Player{At: from.at, Points: from.points, Alive: !from.killed, Bag: from.bag,
			Radius: from.radius}
		p.Players = append(p.Players, bomberman.PlayerSnapshot{Player: player})
	}
	onMap := make([]bool, len(r.players))
	p.Blocks = make([]bomberman.Block, 0, p.Width*p.Height)
	for y := range p.Height {
		for x := range p.Width {
			if err := r.fillBlock(bomberman.Pos{X: x + 1, Y: y + 1}, &r.columns[x][y], onMap); err != nil {
				return within(fmt.Sprintf("GameBlocks[%d][%d]", x, y), err)
			}
		}
	}
	for k, from := range r.players {
		if !from.killed && !onMap[k] {
			return within(fmt.Sprintf("RegisteredPlayerEntities[%d].Location", k),
				wrong("is %v, but the player is not in that place of GameBlocks", from.at))
		}
	}
	return nil
}

// fillBlock adds a block to the snapshot. onMap records the players that are on blocks.
func (r *stateReader) fillBlock(at bomberman.Pos, b *blockFields, onMap []bool) error {
	p := &r.snapshot
	p.Blocks = append(p.Blocks, b.block)
	if b.block.Wall != bomberman.NoWall && b.block.PowerUp != bomberman.NoPowerUp {
		return within("PowerUp", wrong("is on a wall, expected null"))
	}
	if b.exploding {
		p.Blast = append(p.Blast, at)
	}
	if b.player != nil {
		k, err := r.known(*b.player)
		if err != nil {
			return within("Entity", err)
		}
		if b.player.killed {
			return within("Entity.Killed", wrong("is true, expected false: the dead have left the map"))
		}
		onMap[k] = true
	}
	if b.bomb != nil {
		k, err := r.known(b.owner)
		if err != nil {
			return within("Bomb.Owner", err)
		}
		b.bomb.Owner = k
		p.Bombs = append(p.Bombs, *b.bomb)
	}
	return nil
}

// known returns the number of a player, whose data must be as in RegisteredPlayerEntities.
func (r *stateReader) known(p playerFields) (int, error) {
	for k, registered := range r.players {
		if registered == p {
			return k, nil
		}
	}
	return 0, wrong("is not the player %q as it is in RegisteredPlayerEntities", p.key)
}

// drawPowerUps puts the power-ups that must be hidden, by the settings and what is visible, under randomly drawn soft
// walls with equal chances.
func (r *stateReader) drawPowerUps(seed uint64) {
	p := &r.snapshot
	bags, radii := p.HiddenPowerUps()
	var soft []int
	for i, b := range p.Blocks {
		if b.Wall == bomberman.SoftWall {
			soft = append(soft, i)
		}
	}
	chance := rand.New(rand.NewPCG(seed, powerUpStream))
	for n := 0; n < bags+radii && len(soft) > 0; n++ {
		i := chance.IntN(len(soft))
		power := bomberman.BagPowerUp
		if n >= bags {
			power = bomberman.RadiusPowerUp
		}
		p.Blocks[soft[i]].PowerUp = power
		soft[i] = soft[len(soft)-1]
		soft = soft[:len(soft)-1]
	}
}

// powerUpStream separates the draws of power-ups from those of collisions.
const powerUpStream = 2
