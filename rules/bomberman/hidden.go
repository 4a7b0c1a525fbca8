package bomberman

// HiddenPowerUps returns how many power-ups of each kind are still under soft walls: those of a map with the
// settings, minus those that are visible and those that players have taken.
func (p *Snapshot) HiddenPowerUps() (bags, radii int) {
	const corners = 4
	players := len(p.Players)
	bags, radii = p.Settings.BagPowerUps*players/corners*corners, p.Settings.RadiusPowerUps*players/corners*corners
	super := 1 // taken, which counts for both kinds
	for _, b := range p.Blocks {
		switch b.PowerUp {
		case BagPowerUp:
			bags--
		case RadiusPowerUp:
			radii--
		case SuperPowerUp:
			super = 0
		case NoPowerUp:
		}
	}
	bags, radii = bags+super, radii+super
	for _, player := range p.Players {
		bags -= max(0, player.Bag-p.Settings.BombBag)
		for r := int32(p.Settings.BombRadius); r != int32(player.Radius) && r != 0; r *= 2 {
			radii--
		}
	}
	return max(0, bags), max(0, radii)
}
