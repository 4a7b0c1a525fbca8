package match

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
)

// SeedVariable is the environment variable with the seed of a program, a decimal integer.
const SeedVariable = "BLASTYARD_SEED"

// ProgramSeed returns the seed for the random choices of a player's program, from 0 to 2^31-1, so that it fits into
// an int of any language. round is that of a program that is started each round, or else 0. The seed is a hash of that
// of the match. A program can find a seed of few bits by trying: a match that counts has a secret, see Draws.
func ProgramSeed(seed uint64, player, round int) uint32 {
	text := []byte("blastyard program seed")
	for _, part := range []uint64{seed, uint64(player), uint64(round)} {
		text = binary.BigEndian.AppendUint64(text, part)
	}
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint32(sum[:]) >> 1
}

// ProgramEnv returns ProgramSeed as an entry of a program's environment.
func ProgramEnv(seed uint64, player, round int) string {
	return programEnv(ProgramSeed(seed, player, round))
}

func programEnv(seed uint32) string { return SeedVariable + "=" + strconv.FormatUint(uint64(seed), 10) }
