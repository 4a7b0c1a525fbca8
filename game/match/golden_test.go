package match

// Values for the seed 7. Change them only if you understand why they changed: every published seed then gives another
// match.
var (
	goldenOrder = " 3120 1203 0132 1023 1032"
	goldenIDs   = []int{1, 2, 5, 0, 4, 3}
	goldenSeeds = []uint64{0x381c55cc8302cff4, 0xd747cb750dc1ce65, 0x8ddfb23889c1c930, 0x8e6610c6d20ff3a9}
)
