package bomberman

// .NET seeds its generator in 274 steps that each subtract a number from another and add randomMax to what is negative.
// That is a subtraction modulo randomMax. So each of the first 55 numbers is factor × abs + sum modulo randomMax, where
// abs is the magnitude of the seed and all factors and sums are known beforehand. There is an exception: the number at
// place 55 can be negative at first, so that two subtractions of the first round do not fit into 32 bits with some
// seeds. Each of the two shifts the sums if that happens. Last, four magnitudes of 2^31 make a number that is not below
// randomMax or not above 0, and from there on the steps are no subtractions modulo randomMax. Those are done by the
// book.

const (
	seedingStart  = int32(161803398)
	seedingRounds = 4
)

// The first round makes s[24] - s[55] and s[55] - s[31], the subtractions that can overflow.
const (
	minuendPlace    = 24
	subtrahendPlace = 31
)

// How the sums are shifted: bits of an index.
const (
	overflowAbove = 1 << iota // s[24] - s[55] is above the largest int32
	overflowBelow             // s[55] - s[31] is below the smallest
	numOverflows
)

// seedingPartner is what is subtracted from place i in each round.
func seedingPartner(i int) int { return 1 + (i+30)%randomSize }

// seedings are the first 55 numbers of all seeds.
var seedings = func() (t struct {
	factor              [randomSize]uint32
	sums                [numOverflows][randomSize]uint32
	minuend, subtrahend linear // of the subtractions that can overflow
}) {
	for over := range t.sums {
		var s [randomSize + 1]linear
		j, k := linear{randomMax - 1, uint64(seedingStart)}, linear{0, 1}
		s[randomSize] = j
		for at := randomLag; at != 0; at = (at + randomLag) % randomSize {
			s[at] = k
			j, k = k, j.less(k)
		}
		t.minuend = s[minuendPlace]
		for round := range seedingRounds {
			for i := 1; i <= randomSize; i++ {
				if round == 0 && i == randomSize {
					t.subtrahend = s[subtrahendPlace]
				}
				s[i] = s[i].less(s[seedingPartner(i)])
				if round == 0 && i == minuendPlace && over&overflowAbove != 0 {
					s[i] = s[i].less(linear{0, 2}) // -2^32 modulo randomMax
				}
				if round == 0 && i == randomSize && over&overflowBelow != 0 {
					s[i] = s[i].less(linear{0, randomMax - 2})
				}
			}
		}
		for i := range randomSize { // the first refill
			at := i + randomLag + 1
			if at > randomSize {
				at -= randomSize
			}
			s[i+1] = s[i+1].less(s[at])
			t.factor[i], t.sums[over][i] = uint32(s[i+1].factor), uint32(s[i+1].sum)
		}
	}
	return t
}()

// linear is factor × abs + sum modulo randomMax.
type linear struct{ factor, sum uint64 }

func (l linear) less(o linear) linear {
	return linear{(l.factor + randomMax - o.factor) % randomMax, (l.sum + randomMax - o.sum) % randomMax}
}

func (l linear) at(abs int32) int32 { return remainder(l.factor*uint64(abs) + l.sum) }

// seedingSums are the sums of a magnitude, or false where the seeding has to be done by the book.
func seedingSums(abs int32) (*[randomSize]uint32, bool) {
	last := int64(seedingStart) - int64(abs)
	above := int64(seedings.minuend.at(abs)) - last - randomMax // 0 and 1 give what is not modulo randomMax
	below := int64(seedings.subtrahend.at(abs)) - last - 1<<31  // likewise
	if uint64(above) <= 1 || uint64(below) <= 1 {
		return nil, false
	}
	over := uint64(-above)>>63*overflowAbove | uint64(-below)>>63*overflowBelow
	return &seedings.sums[over&(numOverflows-1)], true
}

// remainder is n modulo randomMax, for n below randomMax squared.
func remainder(n uint64) int32 {
	n = n&randomMax + n>>31 // 2^31 is 1 modulo randomMax; at most twice randomMax less 1 is left
	return notNegative(int32(uint32(n) - randomMax))
}
