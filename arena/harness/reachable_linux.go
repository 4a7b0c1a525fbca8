package harness

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"
)

// Reachable returns the highest level that this system supports, and why it does not support a higher one.
func Reachable() (SandboxLevel, string) {
	if !canBecome.Load() {
		return SandboxNone, whyNotCalled
	}
	r := reached()
	return r.level, r.why
}

type reach struct {
	level SandboxLevel
	why   string
}

// reached tries the levels once, from the highest, without starting a program.
var reached = sync.OnceValue(func() reach {
	if processor == nil {
		return reach{SandboxNone, "there is no filter of system calls for this processor"}
	}
	why := ""
	for level := SandboxNamespaces; level > SandboxNone; level-- {
		err := probe(level)
		if err == nil {
			return reach{level, why}
		}
		if why == "" {
			why = fmt.Sprintf("level %v: %s", level, errText(err))
		}
	}
	return reach{SandboxNone, why}
})

const probeTime = 30 * time.Second

// probe builds the sandbox of a level without a bot.
func probe(level SandboxLevel) error {
	if level == SandboxFiles && landlockABI() < leastLandlock {
		return fmt.Errorf("the kernel has Landlock %d, expected %d or newer (Linux 6.7)", landlockABI(), leastLandlock)
	}
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	s := &supervised{command: Command{Name: "probe of the sandbox", Sandbox: &Sandbox{Level: level, Folder: itself}}}
	s.spec = botSpec{Sandbox: s.command.Sandbox.withDefaults(), Path: "/", Dir: "/", User: keepUser, Probe: true}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	if err := s.launch(null, null); err != nil {
		s.release()
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = s.cmd.Process.Kill() })
	defer stop()
	first, _, err := receive(s.control)
	_ = s.cmd.Wait()
	s.release()
	if err == nil && first.Kind == reportFailed {
		err = fmt.Errorf("%s: %s", first.What, first.Text)
	}
	return err
}
