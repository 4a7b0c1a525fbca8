// Package testbot is a bot for tests of whole matches: it misbehaves as it is told. A test program runs it by the name
// "testbot", see testscript.Main.
package testbot

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"blastyard/protocol/netorcai"
)

// Main is a bot that misbehaves as its first argument says, at turn 3 where it plays at all. Any further argument is
// only there to be found in a list of processes.
func Main() {
	mode := os.Args[1]
	switch mode {
	case "on": // a processor, whose number follows; then it is what the next arguments say
		bind(os.Args[2], append([]string{os.Args[0]}, os.Args[3:]...))
	case "load": // the machine, in a way whose name follows
		load(os.Args[2])
		return
	case "hog": // keeps a processor busy
		parent := os.Getppid()
		for end := time.Now().Add(time.Minute); time.Now().Before(end) && os.Getppid() == parent; {
			spin()
		}
		return
	case "exit": // before it logs in
		fmt.Fprintln(os.Stderr, "line one\nmy last words")
		os.Exit(7)
	case "hunter": // behaves
		hunt()
		return
	case "silent": // never logs in
		time.Sleep(time.Minute)
		return
	case "mute": // logs in, and answers with half a frame
		half()
		time.Sleep(time.Minute)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	before(ctx, mode)
	c, err := netorcai.Dial(ctx, home())
	fatal(err)
	if mode == "twice" { // connect before the login, for it closes the port
		second, err := netorcai.Dial(ctx, home())
		fatal(err)
		fatal(c.Login(ctx, "tester", netorcai.RolePlayer))
		tellRefusal(second.Login(ctx, "impostor", netorcai.RolePlayer))
	} else {
		fatal(c.Login(ctx, "tester", netorcai.RolePlayer))
	}
	var ask chan os.Signal
	switch mode {
	case "shy": // leaves at once
		return
	case "stubborn":
		signal.Ignore(os.Interrupt, syscall.SIGTERM)
	case "obedient": // stays until it is asked to end
		ask = make(chan os.Signal, 1)
		signal.Notify(ask, syscall.SIGTERM)
	}
	err = Answer(ctx, c, os.Args[1:])
	if mode == "stubborn" {
		time.Sleep(time.Minute)
	}
	if ask != nil {
		<-ask
		os.Exit(8) //nolint:gocritic // that nothing is tidied up is the point
	}
	fatal(err)
}

// Answer plays a match for a client that has logged in, until an error, as the words say: a mode and its arguments.
func Answer(ctx context.Context, c *netorcai.Client, words []string) error {
	words = slices.Clone(words)
	for {
		m, err := c.Read(ctx)
		if err != nil {
			return err
		}
		turn, ok := m.(netorcai.Turn)
		if !ok {
			continue
		}
		actions := "[]"
		if turn.TurnNumber >= 3 {
			actions = misbehave(ctx, words, turn)
		}
		if err := c.SendTurnAck(ctx, turn.TurnNumber, []byte(actions)); err != nil {
			return err
		}
	}
}

// half logs in and sends the first part of a frame.
func half() {
	conn, err := net.Dial("tcp", home())
	fatal(err)
	fatal(netorcai.NewClient(conn).Login(context.Background(), "tester", netorcai.RolePlayer))
	_, err = conn.Write([]byte("\x64\x00\x00\x00{"))
	fatal(err)
}

// home is the address that a bot was given.
func home() string { return os.Getenv("NETORCAI_HOST") + ":" + os.Getenv("NETORCAI_PORT") }

// before is what some modes do before they log in.
func before(ctx context.Context, mode string) {
	switch mode {
	case "special", "watch": // in a role that is not its own
		role := netorcai.RoleVisualization
		if mode == "special" {
			role = netorcai.RoleSpecialPlayer
		}
		tellRefusal(login(ctx, home(), role))
	case "victim": // tells where it will log in, and waits until the thief has been there
		fatal(os.WriteFile(os.Args[2]+".part", []byte(home()), 0o666))
		fatal(os.Rename(os.Args[2]+".part", os.Args[2]+".address"))
		waitForFile(ctx, os.Args[2]+".done")
	case "thief":
		waitForFile(ctx, os.Args[2]+".address")
		address, err := os.ReadFile(os.Args[2] + ".address")
		fatal(err)
		tellRefusal(login(ctx, string(address), netorcai.RolePlayer))
		fatal(os.WriteFile(os.Args[2]+".done", nil, 0o666))
	case "hostile":
		sayHostile()
	}
}

// login logs in and returns the error of it.
func login(ctx context.Context, address string, role netorcai.Role) error {
	c, err := netorcai.Dial(ctx, address)
	fatal(err)
	return c.Login(ctx, "impostor", role)
}

func tellRefusal(err error) { fmt.Fprintln(os.Stderr, "login:", err) }

func waitForFile(ctx context.Context, name string) {
	for ctx.Err() == nil {
		if _, err := os.Stat(name); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

var slept bool // a slow bot, already

func misbehave(ctx context.Context, words []string, turn netorcai.Turn) (actions string) {
	switch mode := words[0]; mode {
	case "crash":
		fmt.Fprintln(os.Stderr, "about to\npanic: something \x1b[31mred")
		os.Exit(3)
	case "leave":
		os.Exit(0)
	case "draw": // rightly and wrongly
		fmt.Println(`@draw {"cell":[0,0],"text":"middle","color":"red"}` + "\nhello")
		fmt.Fprintln(os.Stderr, `@draw {"cell":[99,99]}`+"\n"+`@draw {"cell":`)
	case "thinker": // needs some time of a processor
		for range 20 {
			spin()
		}
	case "compute": // for so many milliseconds of a processor
		compute(words[1])
	case "nap": // for so long
		d, err := time.ParseDuration(words[1])
		fatal(err)
		time.Sleep(d)
	case "loop": // for ever
		for {
			spin()
		}
	case "slow": // once, in the first turn that it gets from turn 3 on
		if !slept {
			slept = true
			time.Sleep(700 * time.Millisecond)
		}
	case "behind": // answers once when there is a file, and then no more
		waitForFile(ctx, words[1])
		words[1] = ""
	case "flood":
		line := strings.Repeat("x", 1000) + "\n"
		for range 2000 {
			fmt.Print(line)
			fmt.Fprint(os.Stderr, line)
		}
	case "children", "orphan": // leaves a child behind; an orphan's parent ends at once
		if turn.TurnNumber == 3 {
			child := exec.Command(os.Args[0], append([]string{"silent"}, words[1:]...)...)
			child.Args[0] = os.Args[0]
			fatal(child.Start())
			if mode == "orphan" {
				os.Exit(0) //nolint:gocritic // that nothing is tidied up is the point
			}
		}
	case "illegal":
		return `{"not":"an array"}`
	case "hostile": // first an action with a hostile text, then a hostile message
		if turn.TurnNumber < 6 {
			return `[{"id":0,"movement":"fly\u001b[2J\nFORGED"},{"id":0,"\u001b[2J\nFORGED":1},` +
				`{"id":"\u001b[2J","movement":"move"}]`
		}
		c, err := netorcai.AppendFrame(nil, netorcai.Kick{Reason: HostileText})
		fatal(err)
		return string(c[netorcai.HeaderSize:])
	case "glutton":
		return `[{"id":0,"x":"` + strings.Repeat("x", 3_000_000) + `"}]`
	case "greed": // asks for too much, in one way and another
		if turn.TurnNumber%2 == 0 {
			return "[" + strings.Repeat("{},", 5000) + "{}]"
		}
		return `[{"id":0,"x":"` + strings.Repeat("x", 500_000) + `"}]`
	case "race": // of the tiny game
		return "[1]"
	case "refused":
		return `[{"id":0,"movement":"fly"},{"id":999,"movement":"revive"}]`
	}
	return "[]"
}

// spin takes about a millisecond of a processor.
func spin() {
	x := uint64(1)
	for range 1_000_000 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	runtime.KeepAlive(x)
}

func fatal(err error) {
	if err != nil {
		os.Exit(0) // the end of the match, or of our patience
	}
}
