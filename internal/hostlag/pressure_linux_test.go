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
