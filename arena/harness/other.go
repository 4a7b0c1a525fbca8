//go:build !linux

package harness

import (
	"fmt"
	"os"
	"time"
)

// BecomeBot does nothing on this system. See the version for Linux.
func BecomeBot() {}

// Reachable returns the highest level that this system supports, and why it does not support a higher one.
func Reachable() (SandboxLevel, string) {
	return SandboxNone, "bots can be kept apart on Linux only"
}

func scopesSignals() bool { return true }

// hostTime is not known on this system.
type hostTime struct{}

func (p *Process) beginHostTime() {}

func (p *Process) bindHostTime(int) {}

// HostTime returns how long so far the bot was ready to run but other processes had the processor. It is 0 on this
// system, which does not tell.
func (p *Process) HostTime() time.Duration { return 0 }

// Spent returns nothing, because this system does not tell.
func (p *Process) Spent(bool) Spent { return Spent{} }

// Members returns nil: only Linux tells.
func (p *Process) Members() []int { return nil }

// TempFolder creates a temporary folder. remove removes it.
func TempFolder() (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp("", "blastyard-")
	if err != nil {
		return "", func() {}, fmt.Errorf("%w: %w", ErrHost, noTempFolder(err))
	}
	return folder, func() { _ = os.RemoveAll(folder) }, nil
}

// User is who a bot runs as. On this system that is always the user of this program.
type User struct {
	Separate bool // false
}

// TakeUser takes a user for one bot.
func TakeUser(SandboxLevel) (*User, error) { return &User{}, nil }

// Own does nothing on this system.
func (*User) Own(string) error { return nil }

// Free does nothing on this system.
func (*User) Free() {}
