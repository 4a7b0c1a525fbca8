package cells

import (
	"errors"
	"strings"
	"testing"
)

type word string

// TestSheet: texts of every type are guarded, and numbers are not, which begin with a minus.
func TestSheet(t *testing.T) {
	var out strings.Builder
	s := NewSheet(&out, "a", "b")
	s.Row("=1", word("+2"), -3, -4.5, int64(-5), uint64(6), true, 1e-9, 2.5e21)
	s.Row("a,b", "a\"b", "")
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	want := "a,b\n'=1,'+2,-3,-4.5,-5,6,true,0.000000001,2500000000000000000000\n\"a,b\",\"a\"\"b\",\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// TestSheetFails: an error of the file comes back, while rows are written and at the end.
func TestSheetFails(t *testing.T) {
	s := NewSheet(broken{}, "a")
	for range 1000 {
		s.Row("a long text that fills the buffer")
	}
	if s.Err() == nil || s.Flush() == nil {
		t.Errorf("errors %v, %v", s.Err(), s.Flush())
	}
}
