//go:build unix

package train

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// roleVariable tells a process of these tests, which runs this test binary, what to do.
const roleVariable = "BLASTYARD_TEST_TRAIN_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "":
		os.Exit(m.Run())
	case "child":
		os.Exit(beChild())
	case "late child":
		os.Exit(beLateChild())
	case "parent":
		os.Exit(beParent())
	case "copy":
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
}

// beChild does what the command does.
func beChild() int {
	served, gone := make(chan error, 1), ParentGone(context.Background())
	go func() { served <- Serve(os.Stdin, os.Stdout, "test") }()
	select {
	case err := <-served:
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	case <-gone:
		return 3
	}
}

// beLateChild watches its parent only after the parent is gone, as on a very busy machine.
func beLateChild() int {
	parent, await := os.Getppid(), findParent()
	go func() { _ = Serve(os.Stdin, os.Stdout, "test") }()
	for os.Getppid() == parent {
		time.Sleep(10 * time.Millisecond)
	}
	await(context.Background())
	return 3
}

// memoryFile returns memory that a child can inherit.
func memoryFile(t testing.TB, size int64) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "memory"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	return f
}

const tinyConfig = `{"game":"hexabomb","map":"tiny","matches":8}` + "\n"

// TestServe uses the whole protocol, with memory in a file.
func TestServe(t *testing.T) {
	f := memoryFile(t, 1<<20)
	var out bytes.Buffer
	requests := fmt.Sprintf("%s{\"memory\":{\"fd\":%d}}\nss{\"do\":\"raw\",\"matches\":[3]}\ns", tinyConfig, f.Fd())
	if err := Serve(strings.NewReader(requests), &out, "test 1"); err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(out.String(), "\n")
	for _, want := range []string{`{"layout":{"size":`, `"players":6`, `"seats":[0,1,2,3,4,5]`, `"program_version":"test 1"`,
		`"action_names":["nothing","move x+"`} {
		if !strings.Contains(first, want) {
			t.Errorf("the first answer has no %s: %.300s", want, first)
		}
	}
	if !strings.HasPrefix(rest, `...{"raw":[{"`) || !strings.HasSuffix(rest, "}]}\n.") {
		t.Errorf("answers %.100s", rest)
	}
	c := serving(t, tinyConfig)
	for range 3 {
		c.step()
	}
	got := make([]byte, len(c.mem))
	if _, err := f.ReadAt(got, 0); err != nil || !bytes.Equal(got, c.mem) {
		t.Errorf("the file is not what the same matches write (%v)", err)
	}
}

func TestBadMemory(t *testing.T) {
	f := memoryFile(t, 100)
	for second, want := range map[string]string{
		fmt.Sprintf(`{"memory":{"fd":%d}}`, f.Fd()): "has 100 bytes, expected at least",
		`{"memory":{"fd":99999}}`:                   "memory: fd 99999: ",
		`{"memory":{"fd":1}}`:                       "memory: fd is 1, expected 3 or more",
		`{"memory":{"name":"x"}}`:                   `expected {"memory":{"fd":N}}`,
		`{"memory":{}}`:                             `expected {"memory":{"fd":N}}`,
		`{"memories":1}`:                            `there is no key "memories"`,
		`{}`:                                        `memory: it is missing in "{}`,
		`s`:                                         `it is no JSON: there is 's' where a value is expected`,
	} {
		var out bytes.Buffer
		err := Serve(strings.NewReader(tinyConfig+second+"\ns"), &out, "test")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %q", second, err, want)
			continue
		}
		_, rest, _ := strings.Cut(out.String(), "\n")
		if got := decodeError(t, rest); got != err.Error() {
			t.Errorf("%s: answered %q, the error is %q", second, got, err)
		}
	}
	if err := Serve(strings.NewReader(""), io.Discard, "test"); err != nil {
		t.Errorf("no input at all: %v", err)
	}
}

// beParent starts a child and a copy of itself that holds the child's input, sends one step, and waits for its end.
func beParent() int {
	input, toChild, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	alive, memory := os.NewFile(3, "alive"), os.NewFile(4, "memory")
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), roleVariable+"="+os.Args[1])
	child.Stdin, child.Stderr, child.ExtraFiles = input, os.Stderr, []*os.File{alive, memory}
	answers, err := child.StdoutPipe()
	if err != nil {
		panic(err)
	}
	twin := exec.Command(os.Args[0])
	twin.Env = append(os.Environ(), roleVariable+"=copy")
	twin.Stdin, twin.ExtraFiles = os.Stdin, []*os.File{toChild}
	if err := errors.Join(child.Start(), twin.Start()); err != nil {
		panic(err)
	}
	input.Close()
	fmt.Fprint(toChild, tinyConfig+`{"memory":{"fd":4}}`+"\ns")
	r := bufio.NewReader(answers)
	if _, err := r.ReadString('\n'); err != nil {
		panic(err)
	}
	if _, err := io.ReadFull(r, make([]byte, 2)); err != nil {
		panic(err)
	}
	fmt.Println("stepped")
	_, _ = io.Copy(io.Discard, r)
	return 0
}

// TestParentKilled: the child ends when its parent is killed, even if a copy of the parent holds its input open, and
// however late the child begins to watch.
func TestParentKilled(t *testing.T) {
	for _, child := range []string{"child", "late child"} {
		t.Run(child, func(t *testing.T) { testParentKilled(t, child) })
	}
}

func testParentKilled(t *testing.T, child string) {
	alive, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	copyInput, endCopy, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer endCopy.Close()
	parent := exec.CommandContext(t.Context(), os.Args[0], child)
	parent.Env = append(os.Environ(), roleVariable+"=parent")
	parent.Stdin, parent.Stderr = copyInput, os.Stderr
	parent.ExtraFiles = []*os.File{held, memoryFile(t, 1<<20)}
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	held.Close()
	copyInput.Close()
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "stepped\n" {
		t.Fatalf("the parent said %q: %v", line, err)
	}
	const patience = 2 * time.Minute
	if err := alive.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	if n, err := alive.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("the child did not end: %d bytes, %v", n, err)
	}
}
