package control

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"blastyard/bots/testbot"
)

// spy is a bot that writes all that it can see into a folder, and waits in a match as long as there is a file "hold".
func spy() {
	dir := os.Args[1]
	seen, err := os.CreateTemp(dir, "seen-*")
	check(err)
	fmt.Fprintf(seen, "%q\n%q\n", os.Args, os.Environ())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	arena := os.Getenv("NETORCAI_HOST") + ":" + os.Getenv("NETORCAI_PORT")
	check(os.Setenv("NETORCAI_HOST", "127.0.0.1"))
	check(os.Setenv("NETORCAI_PORT", fmt.Sprint(l.Addr().(*net.TCPAddr).Port)))
	go relay(l, arena, seen, filepath.Join(dir, "hold"))
	os.Args = []string{"spy", "hunter"}
	testbot.Main()
}

// relay connects the bot with the arena, and writes down what the arena says.
func relay(l net.Listener, arena string, seen io.Writer, hold string) {
	bot, err := l.Accept()
	check(err)
	to, err := net.Dial("tcp", arena)
	check(err)
	go func() { _, _ = io.Copy(to, bot) }()
	_, _ = io.Copy(bot, io.TeeReader(to, writer(func(p []byte) {
		_, err := seen.Write(p)
		check(err)
		if bytes.Contains(p, []byte(`"TURN"`)) {
			for _, err := os.Stat(hold); err == nil; _, err = os.Stat(hold) {
				time.Sleep(10 * time.Millisecond)
			}
		}
	})))
}

// A writer is a function that hears what is written.
type writer func(p []byte)

func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
