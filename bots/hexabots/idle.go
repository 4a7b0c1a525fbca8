package hexabots

import "blastyard/hexabomb"

type idle struct{}

func newIdle(seat) Bot { return idle{} }

func (idle) Act(dst []hexabomb.Action, _ *hexabomb.State) []hexabomb.Action { return dst }
