package match

import (
	"crypto/sha256"
	"encoding/binary"
)

// seedVariable is the environment variable with the seed of a program, a decimal integer.
const seedVariable = "BLASTYARD_SEED"

// programSeed returns the seed of a player's program in a match without a secret.
func programSeed(seed uint64, player, round int) uint32 {
	text := []byte("blastyard program seed")
	for _, part := range []uint64{seed, uint64(player), uint64(round)} {
		text = binary.BigEndian.AppendUint64(text, part)
	}
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint32(sum[:]) >> 1
}
