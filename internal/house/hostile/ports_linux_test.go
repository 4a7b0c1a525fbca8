package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// betray tells the hostile bot on which ports its arena listens, once the rival has been started, and lets the rival
// log in when the hostile bot has tried to take its seat. The result stops it.
func (s *stage) betray(arena int, output string) (stop func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		steps := []func() bool{
			func() bool { return s.rivalRuns() && s.tellPorts(arena) },
			func() bool {
				text, _ := os.ReadFile(output)
				return bytes.Contains(text, []byte("SEATS TRIED")) && os.WriteFile(filepath.Join(s.Rival, "go"), nil,
					0o644) == nil
			},
		}
		for len(steps) > 0 {
			if steps[0]() {
				steps = steps[1:]
				continue
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); <-stopped }
}

func (s *stage) rivalRuns() bool {
	for _, words := range s.processes() {
		if strings.HasPrefix(words[0], s.Rival) {
			return true
		}
	}
	return false
}

// tellPorts writes the ports for the hostile bot; in one step, since it reads them at any time.
func (s *stage) tellPorts(arena int) bool {
	text, err := json.Marshal(listening(arena))
	file := filepath.Join(s.Own, scenes.PortsFile)
	return err == nil && os.WriteFile(file+".new", text, 0o644) == nil && os.Rename(file+".new", file) == nil
}

// listening are the ports on which a process listens on the loopback.
func listening(pid int) (ports []int) {
	open := map[string]bool{}
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if to, err := os.Readlink(filepath.Join(dir, f.Name())); err == nil {
			open[strings.TrimSuffix(strings.TrimPrefix(to, "socket:["), "]")] = true
		}
	}
	text, _ := os.ReadFile("/proc/net/tcp")
	for line := range strings.Lines(string(text)) {
		const listen = "0A"
		fields := strings.Fields(line)
		if len(fields) < 10 || fields[3] != listen || !open[fields[9]] {
			continue
		}
		_, number, _ := strings.Cut(fields[1], ":")
		if port, err := strconv.ParseInt(number, 16, 32); err == nil {
			ports = append(ports, int(port))
		}
	}
	return ports
}

// portsWereTold sees to it that the hostile bot had something to try: below namespaces each seat has a port of its
// own.
func (s *stage) portsWereTold(l level) {
	text, err := os.ReadFile(filepath.Join(s.Own, scenes.PortsFile))
	check(s.t, err)
	var ports []int
	check(s.t, json.Unmarshal(text, &ports))
	if l < namespaces && len(ports) < 2 {
		s.t.Errorf("the arena listens on %v, expected a port for each seat", ports)
	}
}
