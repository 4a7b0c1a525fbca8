package heap

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestKeepSmall: the limit is above what is in use, however much that is, and comes down again.
func TestKeepSmall(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Setenv("GOMEMLIMIT", "")
	KeepSmall()
	defer debug.SetMemoryLimit(before)
	if is := debug.SetMemoryLimit(-1); is != soft {
		t.Errorf("the limit is %d, want %d", is, soft)
	}
	until := func(what string, holds func(limit int64) bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !holds(debug.SetMemoryLimit(-1)); runtime.GC() {
			if time.Now().After(end) {
				t.Fatalf("%s: the limit is %d", what, debug.SetMemoryLimit(-1))
			}
		}
	}
	const large = 200 << 20
	block := make([]byte, large)
	until("with a large block", func(limit int64) bool { return limit >= large+large/3 && limit < 2*large })
	runtime.KeepAlive(block)
	block = nil
	_ = block
	until("without it", func(limit int64) bool { return limit == soft })
}

// TestUnlessAsked: whoever sets GOMEMLIMIT has decided.
func TestUnlessAsked(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "1GiB")
	before := debug.SetMemoryLimit(-1)
	if KeepSmall(); debug.SetMemoryLimit(-1) != before {
		t.Errorf("the limit is %d, want %d", debug.SetMemoryLimit(-1), before)
	}
}
