// Command tamper copies a replay and changes the content of one turn, for tests of the page: tamper FROM TO TURN.
package main

import (
	"fmt"
	"os"
	"strconv"

	"blastyard/replay"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tamper:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("got %d arguments, expected FROM TO TURN", len(args))
	}
	turn, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	r, err := replay.Open(args[0])
	if err != nil {
		return err
	}
	if turn < 1 || turn > len(r.Turns) {
		return fmt.Errorf("turn is %d, expected 1 to %d", turn, len(r.Turns))
	}
	r.Turns[turn-1].Hash.Whole++
	w, err := replay.Create(args[1], &r.Header)
	if err != nil {
		return err
	}
	for i := range r.Turns {
		if err := w.Turn(&r.Turns[i]); err != nil {
			return err
		}
	}
	return w.Close(r.Result)
}
