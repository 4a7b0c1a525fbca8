package results

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

// TestFailure: the first write that fails is remembered, and nothing else.
func TestFailure(t *testing.T) {
	var buffer bytes.Buffer
	out, w := Checked(&buffer)
	fmt.Fprint(out, "text")
	if err := w.Failure(); err != nil || buffer.String() != "text" {
		t.Errorf("%q, error %v", &buffer, err)
	}
	cause := errors.New("no room")
	out, w = Checked(full{cause})
	fmt.Fprint(out, "a")
	fmt.Fprint(out, "b")
	if err := w.Failure(); !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), "cannot write to standard output: ") {
		t.Errorf("error %v", err)
	}
}
