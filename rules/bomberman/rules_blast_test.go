package bomberman

var explosionRules = []rule{
	{"of the last round go", "A . * *", "-", "A . . .", ""},
	{"last one round", "A . . a1", "- -", "A . . .", ""},
	{"every bomb's timer goes down", "A . . a9 a3 . . b4 . B", "--", "A . . a8 a2 . . b3 . B", ""},
	{"of a bomb whose time is up", "A . . a1 . .", "-", "A . * * * .", ""},
	{"not of one that has a round left", "A . . a2 . .", "-", "A . . a1 . .", ""},
	{"after as many rounds as its timer", "A . . a3 . .", "- - -", "A . * * * .", ""},
	{"also of the dead's bombs", "A . . b1 . .", "--", "A . * * * .", ""},
}

var rayRules = []rule{
	{"to the four sides", "A . . . .|. . . . .|. . a1 . .|. . . . .", "-", "A . . . .|. . * . .|. * * * .|. . * . .", ""},
	{"as far as the radius", "A . . . . a1r2 . . .", "-", "A . . * * * * * .", ""},
	{"only to the left and up for a radius that has wrapped", "A: radius=1073741824|. . . . .|. . . . .|. . ! A .|. . . . .|. . . . .",
		"l b d r t -", ". . * . .|. . * . .|* * * . .|. . . A .|. . . . .", ""},
	{"as far as the walls let them", "A: radius=1073741824|. . + . .|. . . . .|# . ! A .|. . . . .|. . . . .",
		"l b d r t -", ". . * . .|. . * . .|# * * . .|. . . A .|. . . . .", ""},
	{"a hard wall ends them", "A . # . a1r3 . # .", "-", "A . # * * * # .", ""},
	{"the border ends them", "A . . . . a1r4", "-", "A * * * * *", ""}, // and reach A, were it nearer
	{"a soft wall ends them and goes", "A . + + a1r3 + + .", "-", "A . + * * * + .", ""},
	{"a player does not end them", "A . . . B a1r3", "--", "A . * * * *", ""},
	{"a power-up does not end them", "A . . . & a1r3 ! $", "-", "A . * * &* * !* $*", ""},
	{"what a wall hid is seen", "A . . 1 a1", "-", "A . . &* *", ""},
	{"a radius", "A . . 2 a1", "-", "A . . !* *", ""},
	{"a super", "A . . 3 a1", "-", "A . . $* *", ""},
	{"what lies behind a wall that goes stays hidden", "A . 1 + a1r3", "-", "A . 1 * *", ""},
	{"the wall is there all the round", "A + a1 . .", "r", "A * * * .", "A"},
	{"and gone in the next", "A + a1 . .", "- r", ". A . . .", ""},
}

var chainRules = []rule{
	{"a bomb in reach explodes at once", "A . . a9 a1 .", "-", "A . * * * *", ""},
	{"one out of reach does not", "A . . a9 . a1 .", "-", "A . . a8 * * *", ""},
	{"and ends the ray", "A . . . a9 a1r4 .", "-", "A . . * * * *", ""},
	{"with a radius of its own", "A . . . a9r3 a1 .", "-", "A * * * * * *", ""},
	{"a bomb behind a wall does not", "A . b9 + a1r3 .", "--", "A . b8 * * *", ""},
	{"chains are as long as it takes", "A . . a9 a9 b9 b9 a1 . . B", "--", "A . * * * * * * * . B", ""},
	{"round corners", "A . . . .|. . . . .|. . a9 a9 .|. . . b1 .", "--", "A . . . .|. . * * .|. * * * *|. . * * *", ""},
	{"a bomb under a player explodes, too", "A . . a1 Bb9 . .", "--", "A . * * * * .", ""},
	{"bombs whose time is up and in reach of each other", "A . . a1 a1 .", "-", "A . * * * *", ""},
}

var deathRules = []rule{
	{"on a marked block", "B . . A a1 .", "--", "B . . * * *", ""},
	{"in this round", "round: 7|B . . A a1 .", "--", "A: dead=7|B: dead=0|B . . * * *", ""},
	{"on one's own bomb", "B . . Aa1 .", "--", "B . * * *", ""},
	{"of several", "A . . B C c1r2 D .", "----", "A . . * * * * *", ""},
	{"beside the blast one lives", "A . . B . c1 . D", "----", "A . . B * * * D", ""},
	{"who dies obeys no more", "B . . A a1 .", "l-", "B . . * * *", ""},
	{"and refuses nothing", "B . # A a1 .", "l-", "B . # * * *", ""},
	{"nor places bombs", "A: bag=2|B . . A a1 .", "b-", "B . . * * *", ""},
	{"the dead leave the map and stay dead", "B . . A a1 .", "-- l-", "B . . . . .", ""},
	{"the number of a round goes up", "round: 7|B . . A a2 .", "-- --", "A: dead=8|B . . * * *", ""},
}

var pointRules = []rule{
	{"a wall", "A . . + a1", "-", "A: points=10|A . . * *", ""},
	{"of other worth", "wall: 3|A . . + a1", "-", "A: points=3|A . . * *", ""},
	{"two walls", "A . . + a1 +", "-", "A: points=20|A . . * * *", ""},
	{"not a wall behind a wall", "A . + + a1r2", "-", "A: points=10|A . + * *", ""},
	{"a wall for every bomb that marks it", "A . a1 + b1 . . B", "--", "A: points=10|B: points=10|A * * * * * . B", ""},
	{"also for two of the same player", "A . a1 + a1 . .", "-", "A: points=20|A * * * * * .", ""},
	{"a kill", "A . . a1 B", "--", "A: points=100|B: points=-100|A . * * *", ""},
	{"by the bounty", "bounty: 37|A . . a1 B", "--", "A: points=37|B: points=-37|A . * * *", ""},
	{"a kill for every bomb that marks it, the loss once", "A . . a1 B a1 .", "--", "A: points=200|B: points=-100|A . * * * * *", ""},
	{"a kill of two bombs of two", "A . . a1 B c1 . . C", "---", "A: points=100|B: points=-100|C: points=100|A . * * * * * . C", ""},
	{"two kills", "A . . B a1 C .", "---", "A: points=200|B: points=-100|C: points=-100|A . . * * * .", ""},
	{"none for who dies", "B . . A a1 +", "--", "A: points=-100|B: points=0|B . . * * *", ""},
	{"none for the dead", "A . . + b1", "--", "A: points=0|B: points=0|A . . * *", ""},
	{"for a wall and a player", "A . . + a1 B", "--", "A: points=110|A . . * * *", ""},
	{"are added to those before", "A: points=40|A . . + a1", "-", "A: points=50|A . . * *", ""},
}

var poolRules = []rule{
	{"each owner gets the whole", "A . + a1 b1 + . B", "--", "A: points=20|B: points=20|A . * * * * . B", ""},
	{"once a chain", "A . + a1 a1 + .", "-", "A: points=20|A . * * * * .", ""},
	{"once for each chain", "A . + a1 b1 . . B . b1 a1 + .", "--",
		"A: points=20|B: points=20|A . * * * * . B * * * * .", ""},
	{"a wall for every bomb of the chain that marks it", "+ a1 . .|b9 a9 . .|. . . A|. B . .", "--", "A: points=20|B: points=20|* * * .|* * * .|* * . A|. B . .", ""},
	{"over a bomb of a third", "A . + a1 c1 b1 + . B|. . . . # . . . C", "---", "A: points=20|B: points=20|C: points=20|A . * * * * * . B|. . . * # * . . C", ""},
	{"the dead get nothing", "A . + a1 b1 + . .", "--", "A: points=20|B: points=0|A . * * * * . .", ""},
	{"who dies in it gets nothing", "A . + a1 b1 B . .", "--", "A: points=110|B: points=-100|A . * * * * . .", ""},
	{"bombs out of reach of each other do not pool", "A . + a1 . b1 + . B", "--", "A: points=10|B: points=10|A . * * * * * . B", ""},
	{"one reaches the other, not the reverse", "A . . + a1r2 . b9 + . B", "--", "A: points=20|B: points=20|A . . * * * * * . B", ""},
	{"a player on the other's bomb is marked by that bomb alone", "A . . a1 Bb9 . .", "--", "A: points=100|B: points=-100|A . * * * * .", ""},
	{"a player between two bombs of a chain is marked by both", "A . . . a1r2 B a1r2 .", "--", "A: points=200|B: points=-100|A . * * * * * *", ""},
}
