package hostlag

import (
	"bytes"
	"os"
	"runtime"
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

// takenEvery is how often the file is read. That takes longer the more processors there are.
const takenEvery = 100 * time.Millisecond

// takenReader returns a function that reads how long the processors, on average, worked for no process of this machine.
// It is called by one goroutine at a time.
func takenReader() func() (sum time.Duration, ok bool) {
	var at time.Time
	var last time.Duration
	var known bool
	return func() (time.Duration, bool) {
		if now := time.Now(); at.IsZero() || now.Sub(at) >= takenEvery {
			text, err := os.ReadFile("/proc/stat")
			at = now
			last, known = parseTaken(text, runtime.NumCPU())
			known = known && err == nil
		}
		return last, known
	}
}

// parseTaken reads the first line of /proc/stat: "cpu", and the ticks of user, nice, system, idle, iowait, irq,
// softirq, and steal.
func parseTaken(text []byte, processors int) (sum time.Duration, ok bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	f := bytes.Fields(line)
	if len(f) < 9 || string(f[0]) != "cpu" {
		return 0, false
	}
	for _, field := range f[6:9] {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0, false
		}
		sum += time.Duration(n) * 10 * time.Millisecond
	}
	return sum / time.Duration(processors), true
}
