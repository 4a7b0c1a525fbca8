//go:build linux

package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

// napping is the argument with which testbot is a napper.
const napping = "naps"

// nap plays over its standard input and output, as one program. It sleeps for 120 ms before its answer. Now and then it
// answers at once, so that a match of Bomberman goes on.
func nap() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for turns := 1; lines.Scan(); {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, `{"type":"end"`):
			return
		case strings.HasPrefix(line, `{"type":"turn"`):
			if turns%8 != 0 {
				time.Sleep(120 * time.Millisecond)
			}
			turns++
			fmt.Println(`{"command":6}`)
		}
	}
}
