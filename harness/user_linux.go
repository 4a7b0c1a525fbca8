package harness

import (
	"io/fs"
	"os"
	"path/filepath"
)

// User is a user of the system that owns nothing but what it is given. The processes of one bot run as it.
type User struct{ slot *slot }

// TakeUser takes a user for a bot that is to write into folders at a level of the sandbox: see Sandbox.RunAs. It
// returns nil where the bot runs as we do, or in namespaces that show it such folders as its own: only root needs such
// users, and only below SandboxNamespaces.
func TakeUser(level SandboxLevel) (*User, error) {
	if level >= SandboxNamespaces {
		return nil, nil
	}
	s, err := takeSlot(level)
	if err != nil {
		return nil, err
	}
	if s.user == keepUser {
		s.free()
		return nil, nil
	}
	return &User{s}, nil
}

// Own gives the user a folder and what is in it. Links are not followed. The folder must be out of reach of bots until
// then.
func (u *User) Own(folder string) error {
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, u.slot.user, u.slot.user)
	})
}

// Free gives the user back. Its processes must have ended.
func (u *User) Free() { u.slot.free() }

// slotOf is the slot of a user that is already taken: freeing it frees nothing.
func (u *User) slotOf() *slot { return &slot{-1, u.slot.user} }
