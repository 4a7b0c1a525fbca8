package harness

import (
	"fmt"
	"time"
)

// Exit is how a bot ended and what it used.
type Exit struct {
	// Code is the exit code, or -1 if a signal killed the bot.
	Code int
	// Signal is the name of the signal that killed it, such as "SIGKILL", or "".
	Signal string
	// Stopped is true if we asked the bot to end (Stop, or the end of Start's context) before it ended.
	Stopped bool
	// LeftBehind is how many processes that the bot had started still ran when it ended by itself. They were killed.
	// Only Linux counts them.
	LeftBehind int
	// Wall is how long the bot ran. User and System are the processor time of the bot and of those of its children
	// that it waited for.
	Wall, User, System time.Duration
	// MaxRSS is the most resident memory in bytes, or 0 if the system does not tell. On Linux it includes the memory
	// of the starting program if that was more, so it is an upper bound for small bots.
	MaxRSS int64
	// Host is how long in all the bot was ready to run but other processes had the processor; see Process.HostTime.
	Host time.Duration
	// Refused is what the sandbox refused to the bot and its children.
	Refused Refusals
	// Why says why the harness itself killed the bot, for example for its memory limit. Otherwise it is empty.
	Why string
}

// Clean reports whether the bot ended by itself with exit code 0.
func (e Exit) Clean() bool { return e.Code == 0 && e.Signal == "" }

func (e Exit) String() string {
	switch {
	case e.Why != "":
		return "killed: " + e.Why
	case e.Signal != "":
		return "killed by " + e.Signal
	case e.Code == 0:
		return "exited with 0"
	case int64(e.Code) >= 0x80000000: // Windows' codes for a crash are known by their hexadecimal form
		return fmt.Sprintf("exit code 0x%08x", uint32(e.Code))
	}
	return fmt.Sprintf("exit code %d", e.Code)
}

// Spent is what a bot has used until some moment.
type Spent struct {
	// Ran is a lower bound of the time in which at least one thread of the bot ran: the longest of one thread, and the
	// processor time of all divided by the processors.
	Ran time.Duration
	// Waited is how long the bot was ready to run but other processes had the processor; see Process.HostTime.
	Waited time.Duration
}
