package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// survivalAttacks leave processes behind that try to outlive the match.
var survivalAttacks = []attempt{
	{name: "survive-child", try: func(*scenes.Scene) (string, error) { return survivor("survive-child", false, nil) }},
	{name: "survive-session", try: func(*scenes.Scene) (string, error) {
		return survivor("survive-session",
			true, nil)
	}},
	{name: "survive-daemon", try: surviveAsDaemon},
	{name: "survive-user", try: func(*scenes.Scene) (string, error) {
		return survivor("survive-user", true, &syscall.Credential{Uid: 65533, Gid: 65533, NoSetGroups: true})
	}},
}

// survivor starts a process that waits. With away it has a session of its own, an empty environment, and another
// folder.
func survivor(name string, away bool, user *syscall.Credential) (string, error) {
	c := exec.Command(os.Args[0], "survivor", name)
	if away {
		c.Env, c.Dir = []string{}, "/"
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: user}
	}
	return "started", c.Start()
}

// surviveAsDaemon starts a process whose parent ends at once.
func surviveAsDaemon(*scenes.Scene) (string, error) {
	c := exec.Command(os.Args[0], "daemon")
	c.Env, c.Dir, c.SysProcAttr = []string{}, "/", &syscall.SysProcAttr{Setsid: true}
	return "started", c.Run()
}

func daemon([]string) {
	if _, err := survivor("survive-daemon", true, nil); err != nil {
		fail(err)
	}
}

// bystander is a program of the organiser's: it says which signals it gets.
func bystander([]string) {
	signals := make(chan os.Signal, 10)
	signal.Notify(signals, unix.SIGUSR1, unix.SIGUSR2)
	say("ready")
	for s := range signals {
		say(s.String())
	}
}

func say(text string) { _, _ = os.Stdout.WriteString(text + "\n") }

// rights are what every bot may do; they must succeed at every level.
var rights = []attempt{
	{name: "right-own-file", try: func(s *scenes.Scene) (string, error) {
		return holds(filepath.Join(s.Own, scenes.SceneFile), s.Secret)
	}},
	{name: "right-home", try: func(*scenes.Scene) (string, error) { return keep(os.Getenv("HOME")) }},
	{name: "right-tmp", try: func(*scenes.Scene) (string, error) { return keep(os.TempDir()) }},
	{name: "right-program",
		try: func(*scenes.Scene) (string, error) { return "ran", exec.Command("/bin/true").Run() }},
	{name: "right-system", try: func(*scenes.Scene) (string, error) { return list("/usr/bin", "env") }},
	{name: "right-child", try: func(*scenes.Scene) (string, error) {
		c := exec.Command("/bin/sleep", "60")
		if err := c.Start(); err != nil {
			return "", err
		}
		if err := c.Process.Kill(); err != nil {
			return "", err
		}
		_, err := c.Process.Wait()
		return "started and ended a child", err
	}},
	{name: "right-time", try: func(*scenes.Scene) (string, error) { return time.Now().String(), nil }},
}

// keep writes a file into a folder and reads it again.
func keep(folder string) (string, error) {
	f, err := os.CreateTemp(folder, "kept")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString("kept")
	if err := f.Close(); err != nil {
		return "", err
	}
	if err != nil {
		return "", err
	}
	return holds(f.Name(), "kept")
}
