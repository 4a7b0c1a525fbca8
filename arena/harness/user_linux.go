package harness

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// User is who a bot runs as that is started again and again, such as in each round of Bomberman. All its processes run
// as the same user of the system. What the next start needs, and can be the same, is kept: that start costs less.
type User struct {
	// Separate says that it is a user of its own, that owns only the files that it was given. Otherwise the bot runs as
	// the user of this program, or in namespaces where folders appear to be its own.
	Separate bool

	slot *slot

	mu    sync.Mutex
	kept  *kept // nil while the bot runs
	freed bool
}

// TakeUser takes a user for one bot at a level; see Sandbox.RunAs. Free gives it back.
func TakeUser(level SandboxLevel) (*User, error) {
	s, err := takeSlot(level)
	if err != nil {
		return nil, err
	}
	return &User{slot: s, Separate: s.user != keepUser && level < SandboxNamespaces}, nil
}

// Own gives a Separate user a folder and its contents. Links are not followed. Bots must not be able to reach the
// folder before.
func (u *User) Own(folder string) error {
	if !u.Separate {
		return nil
	}
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, u.slot.user, u.slot.user)
	})
}

// Free returns the user. Its processes must have ended.
func (u *User) Free() {
	u.mu.Lock()
	k := u.kept
	u.kept, u.freed = nil, true
	u.mu.Unlock()
	k.end()
	u.slot.free()
}

// slotOf returns the slot of a user that is already taken. Freeing that slot does nothing.
func (u *User) slotOf() *slot { return &slot{-1, u.slot.user} }
