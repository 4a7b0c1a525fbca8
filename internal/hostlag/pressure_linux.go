package hostlag

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// readPressure reads how long in all some process was ready to run and had no processor. ok is false where the kernel
// does not tell.
func readPressure() (sum time.Duration, ok bool) {
	text, err := os.ReadFile("/proc/pressure/cpu")
	if err != nil {
		return 0, false
	}
	return parsePressure(text)
}

// parsePressure reads the line "some avg10=0.00 avg60=0.00 avg300=0.00 total=MICROSECONDS".
func parsePressure(text []byte) (sum time.Duration, ok bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	if !bytes.HasPrefix(line, []byte("some ")) {
		return 0, false
	}
	_, total, found := bytes.Cut(line, []byte("total="))
	n, err := strconv.ParseInt(string(total), 10, 64)
	return time.Duration(n) * time.Microsecond, found && err == nil
}
