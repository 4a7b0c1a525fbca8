package harness

import (
	"fmt"
	"time"
)

// Exit says how a bot ended and what it used.
type Exit struct {
	// Code is the exit code, -1 where a signal killed the bot.
	Code int
	// Signal is the name of the signal that killed it, such as "SIGKILL", or "".
	Signal string
	// Stopped says that we asked it to end (Stop, or the end of Start's context) before it did.
	Stopped bool
	// LeftBehind is how many processes it had started that still ran when it ended by itself; they were killed. Only Linux
	// counts them.
	LeftBehind int
	// Wall is how long it ran. User and System are the processor time of the bot and those of its children that it
	// waited for.
	Wall, User, System time.Duration
	// MaxRSS is the most memory that was resident, in bytes; 0 where the system does not tell. Linux counts what
	// the starting program had resident too if that was more: it is an upper bound for small bots.
	MaxRSS int64
	// Host is how long the bot was ready but had no processor because of others, in all; see Process.HostTime.
	Host time.Duration
	// Why says in a few words why the harness killed the bot by itself, such as a limit of its memory; else empty.
	Why string
}

// Clean says that the bot ended by itself with exit code 0.
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
