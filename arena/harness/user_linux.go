package harness

import (
	"io/fs"
	"os"
	"path/filepath"
)

// User is a user of the system that owns only the files it was given. All processes of one bot run as that user.
type User struct{ slot *slot }

// TakeUser takes a user for a bot that writes into folders in a sandbox; see Sandbox.RunAs. It returns nil if the bot
// runs as the user of this program, or in namespaces where such folders appear to be the bot's own. So only root gets
// a user, and only below SandboxNamespaces.
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

// Own gives the user a folder and its contents. Links are not followed. Bots must not be able to reach the folder
// before.
func (u *User) Own(folder string) error {
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, u.slot.user, u.slot.user)
	})
}

// Free returns the user. Its processes must have ended.
func (u *User) Free() { u.slot.free() }

// slotOf returns the slot of a user that is already taken. Freeing that slot does nothing.
func (u *User) slotOf() *slot { return &slot{-1, u.slot.user} }
