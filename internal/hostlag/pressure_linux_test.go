package hostlag

import (
	"testing"
	"time"
)

func TestParsePressure(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"some avg10=0.00 avg60=5.52 avg300=12.12 total=15590466993\nfull avg10=0.00 total=0\n": 15590466993 * time.Microsecond,
		"full avg10=0.00 avg60=5.52 avg300=12.12 total=7\n":                                    -1,
		"some avg10=0.00 total=x\n":                                                            -1,
		"some avg10=0.00\n":                                                                    -1,
		"":                                                                                     -1,
	} {
		if got, ok := parsePressure([]byte(text)); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
}

func TestParseTaken(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"cpu  321793 204660 253014 134810 1712 3 1866 477 0 0\ncpu0 1": (3 + 1866 + 477) * 10 * time.Millisecond / 2,
		"cpu  1 2 3 4 5 6 7 x\n": -1,
		"cpu  1 2 3\n":           -1,
		"":                       -1,
	} {
		if got, ok := parseTaken([]byte(text), 2); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
}
