//go:build unix

package harness_test

import (
	"context"
	"errors"
	"fmt"

	"blastyard/arena/harness"
)

// A bot is started, prints a line, and ends with an error. A program that starts bots must call BecomeBot first in main.
func ExampleStart() {
	bot, err := harness.Start(context.Background(), harness.Command{
		Line:   `sh -c 'echo "ready at $NETORCAI_PORT"; echo "no such cell" >&2; exit 3'`,
		Name:   "anna",
		Port:   4242,
		OnLine: func(l harness.Line) { fmt.Printf("%v: %s\n", l.Stream == harness.Stderr, l.Text) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	<-bot.Done()
	exit, _ := bot.Exit()
	fmt.Println(bot.Name(), "ended:", exit)
	fmt.Println("its last words:", bot.Tail(1))
	// Unordered output:
	// false: ready at 4242
	// true: no such cell
	// anna ended: exit code 3
	// its last words: [no such cell]
}

// Check finds out without starting a bot that it cannot be started, and says what to do.
func ExampleCommand_Check() {
	err := harness.Command{Line: "no-such-program bot.py"}.Check()
	fmt.Println(errors.Is(err, harness.ErrNotFound))
	if start := new(harness.StartError); errors.As(err, &start) {
		fmt.Println(start.What)
		fmt.Println(start.Fix)
	}
	// Output:
	// true
	// no-such-program is not on PATH
	// give its path, such as ./no-such-program, or install it
}

// Split splits a command line as a shell does.
func ExampleSplit() {
	words, err := harness.Split(`python3 'my bot.py' --level "very hard"`)
	fmt.Printf("%q %v\n", words, err)
	_, err = harness.Split(`python3 "bot.py`)
	fmt.Println(err)
	// Output:
	// ["python3" "my bot.py" "--level" "very hard"] <nil>
	// unclosed quote: the " at character 9 has no partner
}
