package cores

import (
	"fmt"
	"os"
	"testing"
)

// TestTake: what is taken is not given a second time, until it is given back.
func TestTake(t *testing.T) {
	n := Fair()
	if n < 1 {
		t.Skip("this machine has one processor, or not all of its time")
	}
	Claims = fmt.Sprintf("@blastyard-test-%d-core-", os.Getpid())
	first, give := Take(1)
	if first == nil {
		t.Fatalf("none of %d processors can be taken", n)
	}
	again := claim(first[0])
	if again != nil {
		t.Errorf("processor %d is claimed twice", first[0])
	}
	if all, done := Take(n); all != nil {
		done()
		t.Errorf("%d of %d processors are taken, and %v are given", 1, n, all)
	}
	give()
	give() // a second call does nothing
	if again = claim(first[0]); again == nil {
		t.Fatalf("processor %d was not given back", first[0])
	}
	again()
}
