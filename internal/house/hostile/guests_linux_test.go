package hostile

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"blastyard/internal/freeport"
)

// output is what a program has printed so far.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// TestForeignGuests has bots of other machines, who connect by themselves, send escape sequences to a match that waits
// for guests, and to the server.
func TestForeignGuests(t *testing.T) {
	for name, line := range map[string]string{
		"play": "play --wait 2 --turns 3 --turn-time 60s --port %s --no-browser --replay match.blast",
		// With a logic that never comes, the server waits until it is ended.
		"netorcai": "netorcai --verbose --port %s",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "hexabomb", os.Getuid())
			port := freeport.Text(t)
			c := s.command(strings.Fields(fmt.Sprintf(line, port))...)
			out := new(output)
			c.Stdout, c.Stderr = out, out
			in, err := c.StdinPipe() // the prompt of the server ends with its input
			check(t, err)
			defer in.Close()
			check(t, c.Start())
			s.connectable(port, out)
			for _, act := range []string{"escape-type", "escape-name", "escape-hidden", "escape-version"} {
				s.Act = act
				check(t, s.Write())
				if text, err := s.guest(port, s.Own, "hostile").CombinedOutput(); err != nil {
					t.Errorf("%s: %v\n%s\n%s", act, err, text, out)
				}
			}
			if name == "play" {
				var guests sync.WaitGroup
				for range 2 {
					g := s.guest(port, s.Rival, "rival")
					guests.Go(func() { _ = g.Run() })
				}
				guests.Wait()
			} else {
				check(t, c.Process.Signal(syscall.SIGTERM))
			}
			_ = c.Wait()
			if !strings.Contains(out.String(), "owned") && !strings.Contains(out.String(), "rival") {
				t.Errorf("nothing was told of the guests:\n%s", out)
			}
			printable(t, name, out.String())
		})
	}
}

// connectable waits until a program, which prints out, listens on a port.
func (s *stage) connectable(port string, out *output) {
	for end := time.Now().Add(patience / 2); ; time.Sleep(20 * time.Millisecond) {
		c, err := net.Dial("tcp4", "127.0.0.1:"+port)
		if err == nil {
			c.Close()
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("%v; the processes are %v\n%s", err, s.processes(), out)
		}
	}
}

// guest is a bot that is started by somebody else.
func (s *stage) guest(port, folder, mode string) *exec.Cmd {
	c := exec.Command(filepath.Join(folder, "bot"), mode)
	c.Env = append(os.Environ(), "NETORCAI_HOST=127.0.0.1", "NETORCAI_PORT="+port)
	return c
}
