package jsonscan

// Marks say how a text is written, as far as that matters to whoever passes it on.
type Marks uint8

// The marks. A text without any is written as encoding/json writes a value made of maps: no white space, keys in
// order and once each, strings of ASCII without escapes, numbers that are integers of at most 15 digits.
const (
	Spaced   Marks = 1 << iota // white space
	Escaped                    // a backslash in a string
	Wide                       // a byte outside ASCII in a string
	Numbers                    // a fraction, an exponent, or more than 15 digits
	Unsorted                   // a key that does not come after the key before it
)

// Marks are the marks of all that was read since ClearMarks.
func (s *Scanner) Marks() Marks { return s.marks }

// ClearMarks forgets the marks.
func (s *Scanner) ClearMarks() { s.marks = 0 }

const plainDigits = 15 // any integer of so many is exact in float64

// Stepwise makes the reading of values call step about every size bytes of text. Its error ends the reading.
func (s *Scanner) Stepwise(size int, step func() error) {
	s.step, s.stepSize, s.stepAt = step, size, s.pos+size
}

// Step calls the function given to Stepwise if it is time.
func (s *Scanner) Step() error {
	if s.step == nil || s.pos < s.stepAt {
		return nil
	}
	s.stepAt = s.pos + s.stepSize
	return s.step()
}
