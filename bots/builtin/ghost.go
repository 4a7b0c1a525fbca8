package builtin

func newGhost(at seat) Bot { return newRandom(at) }
