package builtin

func newHunter(at seat) Bot { return newGreedy(at) }
