package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// procAttacks look at other processes, and at what the arena passes on to the bot.
var procAttacks = []attempt{
	{name: "machine-interrupts", try: func(*scenes.Scene) (string, error) { return filled("/proc/interrupts") }},
	{name: "machine-disks", try: func(*scenes.Scene) (string, error) { return filled("/proc/diskstats") }},
	{name: "machine-start", try: func(*scenes.Scene) (string, error) { return filled("/proc/sys/kernel/random/boot_id") }},
	{name: "arena-command-line", try: func(s *scenes.Scene) (string, error) {
		return holds(arena(s,
			"cmdline"), "--seed")
	}},
	{name: "arena-environment", try: func(s *scenes.Scene) (string, error) {
		return holds(arena(s, "environ"),
			s.Secret)
	}},
	{name: "arena-descriptors", try: func(s *scenes.Scene) (string, error) { return links(arena(s, "fd")) }},
	{name: "arena-folder", try: func(s *scenes.Scene) (string, error) {
		return holds(arena(s,
			"cwd/secret.txt"), s.Secret)
	}},
	{name: "arena-root", try: func(s *scenes.Scene) (string, error) {
		return holds(arena(s, "root"+filepath.Join(s.Rival, "secret.txt")), s.Secret)
	}},
	{name: "arena-memory", try: func(s *scenes.Scene) (string, error) { return holds(arena(s, "maps"), "blastyard") }},
	{name: "process-number", try: func(s *scenes.Scene) (string, error) {
		_, err := os.Stat(fmt.Sprintf("/proc/%d", s.Bystander))
		return "there is such a process", err
	}},
	{name: "bystander-seen", try: func(s *scenes.Scene) (string, error) {
		return holds(fmt.Sprintf("/proc/%d/cmdline", s.Bystander), "bystander")
	}},
	{name: "bystander-oom", try: oom},
	{name: "rival-seen", try: func(s *scenes.Scene) (string, error) { return holds(rival(s, "cmdline"), s.Rival) }},
	{name: "rival-environment", try: func(s *scenes.Scene) (string, error) {
		return holds(rival(s, "environ"),
			"PATH=")
	}},
	{name: "environment", try: environment},
	{name: "agent", try: agent},
	{name: "inherited-descriptor", try: inherited},
}

// arena is a file of the arena in /proc.
func arena(s *scenes.Scene, name string) string {
	return fmt.Sprintf("/proc/%d/%s", arenaPID(s), name)
}

func arenaPID(s *scenes.Scene) int {
	text, err := os.ReadFile(filepath.Join(s.Own, scenes.ArenaFile))
	if err != nil {
		fail(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid < 2 {
		fail("no process id of the arena")
	}
	return pid
}

// rivalPID is the process of the other bot, found by its command line; 0: none is seen.
func rivalPID(s *scenes.Scene) int {
	folders, _ := os.ReadDir("/proc")
	for _, f := range folders {
		pid, err := strconv.Atoi(f.Name())
		if err != nil {
			continue
		}
		line, _ := os.ReadFile("/proc/" + f.Name() + "/cmdline")
		if strings.HasPrefix(string(line), s.Rival) {
			return pid
		}
	}
	return 0
}

func rival(s *scenes.Scene, name string) string {
	return fmt.Sprintf("/proc/%d/%s", rivalPID(s), name)
}

// holds reads a file and looks for a text in it.
func holds(file, text string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(data), text) {
		return "", fmt.Errorf("%s: %w", file, errMissed)
	}
	return file, nil
}

// links reads where the links of a folder lead to.
func links(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(folder, e.Name())); err == nil {
			return to, nil
		}
	}
	return "", errMissed
}

// oom makes a process of the organiser's the first to be killed when memory is short.
func oom(s *scenes.Scene) (string, error) {
	return "raised its score", os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", s.Bystander), []byte("321"), 0)
}

func environment(s *scenes.Scene) (string, error) {
	for _, e := range os.Environ() {
		if strings.Contains(e, s.Secret) {
			name, _, _ := strings.Cut(e, "=")
			return name, nil
		}
	}
	return "", errMissed
}

// agent talks to the organiser's ssh agent.
func agent(*scenes.Scene) (string, error) {
	c, err := net.Dial("unix", os.Getenv("SSH_AUTH_SOCK"))
	if err != nil {
		return "", err
	}
	defer c.Close()
	_, err = c.Write([]byte("agent"))
	return "connected", err
}

// inherited reads a file that the arena's starter had open.
func inherited(s *scenes.Scene) (string, error) {
	text := make([]byte, 4096)
	for fd := 3; fd < 256; fd++ {
		if n, err := unix.Pread(fd, text, 0); err == nil && strings.Contains(string(text[:n]), s.Secret) {
			return fmt.Sprintf("descriptor %d", fd), nil
		}
	}
	return "", errMissed
}

// filled reads a file that is not empty.
func filled(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err == nil && len(text) == 0 {
		err = errMissed
	}
	return fmt.Sprintf("read %d bytes", len(text)), err
}
