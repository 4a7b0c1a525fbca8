package train

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestStayAwake: the wait ends by itself, or at once if there is input or its end, and leaves the input unchanged.
func TestStayAwake(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	wait := stayAwake(r)
	wait() // no input arrives
	if err := r.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
		t.Errorf("reads of the pipe have no deadline any more: %v", err)
	}
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a read after the wait gives %v, want that its time is over", err)
	}
	if err := r.SetReadDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString("ss"); err != nil {
		t.Fatal(err)
	}
	wait()
	w.Close()
	wait()
	if got, err := io.ReadAll(r); string(got) != "ss" || err != nil {
		t.Errorf("the pipe gives %q, %v, want ss", got, err)
	}
	wait()
	stayAwake(strings.NewReader("s"))()
}

// TestSleepsUnasked: a program without requests uses no processor time.
func TestSleepsUnasked(t *testing.T) {
	p := exec.CommandContext(t.Context(), os.Args[0])
	p.Env = append(os.Environ(), roleVariable+"=child")
	p.Stderr, p.ExtraFiles = os.Stderr, []*os.File{memoryFile(t, 1<<20)}
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(in, tinyConfig+`{"memory":{"fd":3}}`+"\ns")
	for last := byte(0); last != '\n'; { // it then answers with two dots
		b := make([]byte, 1)
		if _, err := out.Read(b); err != nil {
			t.Fatal(err)
		}
		last = b[0]
	}
	if _, err := io.ReadFull(out, make([]byte, 2)); err != nil {
		t.Fatal(err)
	}
	before := ticks(t, p.Process.Pid)
	time.Sleep(time.Second)
	if used := ticks(t, p.Process.Pid) - before; used > 30 {
		t.Errorf("it used %d hundredths of a second of processor time in a second without a request", used)
	}
	in.Close()
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

// ticks returns the processor time of a process so far, in hundredths of a second.
func ticks(t *testing.T, pid int) int {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	sum := 0
	for _, field := range fields[11:13] {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return sum
}
