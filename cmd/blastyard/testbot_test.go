package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"blastyard/netorcai"
)

// testbot is a bot that misbehaves as its first argument says, at turn 3 where it plays at all. Any further argument is
// only there to be found in a list of processes.
func testbot() {
	mode := os.Args[1]
	switch mode {
	case "exit": // before it logs in
		fmt.Fprintln(os.Stderr, "line one\nmy last words")
		os.Exit(7)
	case "silent": // never logs in
		time.Sleep(time.Minute)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := netorcai.Dial(ctx, os.Getenv("NETORCAI_HOST")+":"+os.Getenv("NETORCAI_PORT"))
	fatal(err)
	fatal(c.Login(ctx, "tester", netorcai.RolePlayer))
	if mode == "stubborn" {
		ignoreInterrupts()
	}
	for {
		m, err := c.Read(ctx)
		if err != nil && mode == "stubborn" {
			time.Sleep(time.Minute)
		}
		fatal(err)
		turn, ok := m.(netorcai.Turn)
		if !ok {
			continue
		}
		actions := "[]"
		if turn.TurnNumber >= 3 {
			actions = misbehave(mode, turn)
		}
		fatal(c.SendTurnAck(ctx, turn.TurnNumber, []byte(actions)))
	}
}

func misbehave(mode string, turn netorcai.Turn) (actions string) {
	switch mode {
	case "crash":
		fmt.Fprintln(os.Stderr, "about to\npanic: something \x1b[31mred")
		os.Exit(3)
	case "leave":
		os.Exit(0)
	case "slow":
		if turn.TurnNumber == 3 {
			time.Sleep(700 * time.Millisecond)
		}
	case "flood":
		line := strings.Repeat("x", 1000) + "\n"
		for range 2000 {
			fmt.Print(line)
			fmt.Fprint(os.Stderr, line)
		}
	case "children":
		if turn.TurnNumber == 3 {
			child := exec.Command(os.Args[0], append([]string{"silent"}, os.Args[2:]...)...)
			child.Args[0] = os.Args[0]
			fatal(child.Start())
		}
	case "illegal":
		return `{"not":"an array"}`
	case "refused":
		return `[{"id":0,"movement":"fly"},{"id":999,"movement":"revive"}]`
	}
	return "[]"
}

func fatal(err error) {
	if err != nil {
		os.Exit(0) // the end of the match, or of our patience
	}
}
