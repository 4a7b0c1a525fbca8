package hexabomb

import "testing"

var explosionRules = []rule{
	{"a delay goes down by 1", "a0 _ a*42", "", "a0 _ a*32", ""},
	{"its own cell and as many as its range on each side", "a0 _ . . . a*12 . . .", "", "a0 _ . a! a! a! a! a! .", ""},
	{"in all six directions",
		"      .     .     .|   .     .     .     .|.     .     a*12  .     .           a0|   .     .     .     .|      .     .     .", "",
		"      a!    .     a!|   .     a!    a!    .|a!    a!    a!    a!    a!          a0|   .     a!    a!    .|      a!    .     a!", ""},
	{"stops where no cell is", "a0 _ . a*14 . _ . .", "", "a0 _ a! a! a! _ . .", ""},
	{"not at characters", "a0 _ a*13 b0 c0 .", "", "delay: b0=3 c0=3|a0 _ a! a+b0! a+c0! a!", ""},
	{"not at bombs nor at their explosions", "a0 b0 _ a*14 b*42 . . . .", "", "a0 b0 _ a! b! b! b! a! .", ""},
	{"a bomb that is reached explodes, whatever its delay", "a0 b0 _ a*12 . b*42 . .", "", "a0 b0 _ a! .! b! b! b!", ""},
	{"and so on", "a0 _ a*12 . a*42 . a*32 . .", "", "a0 _ a! a! a! a! a! a! a!", ""},
	{"backwards, too", "a0 _ a*42 . . a*33 . a*12", "", "a0 _ a! a! a! a! a! a!", ""},
	{"a bomb out of reach does not", "a0 _ a*12 . . a*42", "", "a0 _ a! a! a! a*32", ""},
	{"the others keep their order", "dropped: (10,0) (6,0) (2,0)|a0 _ a*32 . . _ a*12 . . _ a*42", "",
		"dropped: (10,0) (2,0)|a0 _ a*22 . . _ a! a! a! _ a*32", ""},
	{"a bomb of this turn can be reached", "a0 a*12", "a0 *42", "bombs: a0=0|delay: a0=3|a+a0! a!", ""},
	{"who steps in is hit", "b0 _ b*12 . . a0", "a0 x-", "delay: a0=3|b0 _ b! b! b+a0! a", ""},
	{"who steps out is not", "b0 _ b*12 . a0 .", "a0 x+", "b0 _ b! b! b! a0", ""},
	{"are listed for one turn", "a0 _ a! .!", "", "a0 _ a .", ""},
}

var colourRules = []rule{
	{"the smallest distance wins", "a0 b0 _ a*14 . . . . b*14", "", "a0 b0 _ a! a! a! b! b! b!", ""},
	{"a tie is neutral", "a0 b0 _ a*13 . . . b*13", "", "a0 b0 _ a! a! .! b! b!", ""},
	{"whoever had the cell", "a0 b0 c0 _ a*12 c b*12", "", "a0 b0 c0 _ a! .! b!", ""},
	{"a tie of one colour is none", "a0 _ a*13 . a*13", "", "a0 _ a! a! a!", ""},
	{"a tie of three", "a*12|   .     b*12        a0    b0    c0|c*12", "", "a!|   .!    b!          a0    b0    c0|c!", ""},
	{"a tie at a smaller distance stays one", "a0 b0 c0 _ a*13 . b*12 c*12", "", "a0 b0 c0 _ a! .! b! c!", ""},
	{"in any order", "dropped: (7,0) (6,0) (4,0)|a0 b0 c0 _ a*13 . b*12 c*12", "", "a0 b0 c0 _ a! .! b! c!", ""},
	{"a tie at a larger distance gives way", "a0 b0 c0 _ a*12 . c*12 . b*12", "", "a0 b0 c0 _ a! .! c! .! b!", ""},
	{"also if it came first", "dropped: (4,0) (8,0) (6,0)|a0 b0 c0 _ a*12 . c*12 . b*12", "", "a0 b0 c0 _ a! .! c! .! b!", ""},
	{"the colour is the bomb's, its owner may be dead", "a0 _ a*12 . .+b0", "", "delay: b0=3|a0 _ a! a! a+b0!", ""},
}

var deathRules = []rule{
	{"by a foreign bomb", "b0 _ b*12 a0", "", "delay: a0=3|b0 _ b! b+a0!", ""},
	{"by one's own", "a0 a*12", "", "delay: a0=3|a+a0! a!", ""},
	{"on the bomb", "a0*12 .", "", "delay: a0=3|a+a0! a!", ""},
	{"a body starts to wait again", "delay: a0=2|b0 _ b*12 .+a0", "", "delay: a0=3|b0 _ b! b+a0!", ""},
	{"even one that could revive", "b0 _ b*12 .+a0", "", "delay: a0=3|b0 _ b! b+a0!", ""},
	{"several bodies and who stands on them", "delay: a0=1|b0 _ b*12 c0+a0+d0 _ .", "", "delay: a0=3 c0=3 d0=3|b0 _ b! b+a0+c0+d0! _ .", ""},
	{"who has just revived", "b0 _ b*12 .+a0", "a0 ^", "delay: a0=3|b0 _ b! b+a0!", ""},
	{"a body out of reach waits on", "delay: a0=2|b0 _ b*12 . . .+a0", "", "delay: a0=1|b0 _ b! b! b! .+a0", ""},
	{"a body is no obstacle", "b0 _ b*12 .+a0 c0", "; c0 x-", "delay: a0=2 c0=2|b0 _ b b+a0 b+c0", "2.0 Dead"},
}

var suddenDeathRules = []rule{
	{"the special player is not hurt and keeps its colour", "@0 a*12 a0", "", "delay: a0=3|@0!a a! a+a0!", ""},
	{"not by its own bombs", "@0 @*12 _ a0", "", "@0! @! _ a0", ""},
	{"not on its own bomb", "@0*12 . _ a0", "", "@0! @! _ a0", ""},
	{"a tie on its cell", "a*12 @0 b*12 _ a0 b0", "", "a! @0!. b! _ a0 b0", ""},
	{"a body under it waits again", "delay: a0=1|@0+a0 @*12 _ b0", "", "delay: a0=3|@0+a0! @! _ b0", ""},
	{"its bombs are never used up", "@0 . . a0", "@0 *44; @0 x+; @0 *44", "@*24 @0*44 . a0", ""},
	{"its bombs may be long and wide", "@0 . a0", "@0 *100,100", "@0*100,100 . a0", ""},
	{"not longer", "@0 . a0", "@0 *101,2", "@0 . a0", "1.0 BombSetting"},
	{"not wider", "@0 . a0", "@0 *2,101", "@0 . a0", "1.0 BombSetting"},
	{"not shorter", "@0 . a0", "@0 *1,2", "@0 . a0", "1.0 BombSetting"},
	{"not narrower", "@0 . a0", "@0 *2,1", "@0 . a0", "1.0 BombSetting"},
	{"the others' may not", "@0 . a0 b0", "a0 *52, b0 *25", "@0 . a0 b0", "1.0 BombSetting, 1.1 BombSetting"},
	{"a far blast", "@0 _ @*1,6 . . . . . . . a0", "", "@0 _ @! @! @! @! @! @! @! . a0", ""},
	{"a far blast stops at a hole", "@0 _ @*1,9 . . . . . _ . a0", "", "@0 _ @! @! @! @! @! @! _ . a0", ""},
	{"a far blast sets off bombs and loses to near ones", "a0 _ @*1,6 . . . . . a*42 _ @0", "", "a0 _ @! @! @! @! a! a! a! _ @0", ""},
	{"a far blast kills", "a0 _ @*1,6 . . . . . b0 _ @0", "", "delay: b0=3|a0 _ @! @! @! @! @! @! @+b0! _ @0", ""},
	{"nobody revives", "@0 .+a0 b0", "a0 ^", "@0 .+a0 b0", "1.0 NoSecondLife"},
	{"nor is the living told so", "@0 . a0", "a0 ^, @0 ^", "@0 . a0", "1.0 NoSecondLife, 1.1 NoSecondLife"},
	{"delays go down all the same", "delay: a0=3|@0 .+a0 b0", ";;;", "@0 .+a0 b0", ""},
	{"it moves and colours as others do", "@0 a . a0", "@0 x+", "@ @0 . a0", ""},
	{"it blocks as others do", "@0 a0", "a0 x-", "@0 a0", "1.0 Occupied"},
	{"bombs outlast the turn 2 to the 24th", "turn: 16777214|@0 @*32 _ a0 @*100,4", ";;", "turn: 16777217|@0! @! _ a0 @*97,4", ""},
	{"several special characters", "@0 @1 @*12 a0", "", "delay: a0=3|@0! @1! @! @+a0!", ""},
}

var scoreRules = []rule{
	{"grows by the cells", "score: a=5 b=1|a0 a a b0", "", "score: a=8 b=2|a0 a a b0", ""},
	{"after the actions", "a0 . b0", "a0 x+", "score: a=2 b=1|a a0 b0", ""},
	{"after the explosions", "a0 b0 _ a*12 b b", "", "score: a=4 b=1|a0 b0 _ a! a! a!", ""},
	{"of the dead, too", "a b0+a0", "", "score: a=1 b=1|a b0+a0", ""},
	{"none without cells", "b b0+a0", "", "score: b=2|b b0+a0", ""},
	{"sudden death: the last turn alive", "turn: 6|score: a=6 b=4|@0 @ a0 .+b0", "", "turn: 7|score: a=7 b=4|@0 @ a0 .+b0", ""},
	{"sudden death: a turn that kills is not survived", "turn: 6|score: a=6 b=6|@0 _ a0 a*12 _ b0", "",
		"turn: 7|score: a=6 b=7|delay: a0=3|@0 _ a+a0! a! _ b0", ""},
	{"sudden death: one character is enough", "turn: 6|score: a=6|@0 a0 .+a1", "", "turn: 7|score: a=7|@0 a0 .+a1", ""},
}

// TestWinner: the strictly highest score of ordinary players.
func TestWinner(t *testing.T) {
	for _, c := range []struct {
		name, state string
		winner      int
	}{
		{"the highest score", "score: a=3 b=7 c=5|a0  b0  c0", 1},
		{"the first", "score: a=8 b=7|a0  b0", 0},
		{"a tie at the top", "score: a=7 b=7 c=5|a0  b0  c0", NoWinner},
		{"a tie below the top", "score: a=5 b=5 c=7|a0  b0  c0", 2},
		{"a tie, then a higher score", "score: a=5 b=5 c=6 d=6 e=9|a0  b0  c0  d0  e0", 4},
		{"nobody has points", "a0  b0", NoWinner},
		{"a single player", "a0  .", 0},
		{"the dead can win", "score: a=3|b0+a0 .", 0},
		{"sudden death leaves the special player out", "score: a=3 b=2|@0  a0  b0", 1},
		{"sudden death, a tie", "score: a=3 b=3|@0  a0  b0", NoWinner},
		{"sudden death, a single player", "@0  a0", 1},
		{"sudden death, nobody else", "@0  .", NoWinner},
		{"no players", ".  .", NoWinner},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := ParseState(c.state)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Winner(); got != c.winner {
				t.Errorf("winner %d of\n%vwant %d", got, s, c.winner)
			}
		})
	}
}
