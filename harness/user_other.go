//go:build !linux

package harness

// User is a user that a bot runs as. There are none on this system.
type User struct{}

// TakeUser returns nil: on this system bots run as the user of this program.
func TakeUser(SandboxLevel) (*User, error) { return nil, nil }

// Own does nothing on this system.
func (*User) Own(string) error { return nil }

// Free does nothing on this system.
func (*User) Free() {}
