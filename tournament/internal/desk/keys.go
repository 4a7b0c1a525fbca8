package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"blastyard/internal/jsonerror"
	"blastyard/internal/names"
	"blastyard/internal/regular"
	"blastyard/tournament/internal/access"
)

// Prefixes of the secrets of organisers.
const (
	linkPrefix    = "byo-" // of a one-time address
	sessionPrefix = "byd-" // of a browser
)

// ErrKey is the error about an address or a session that is not valid, or no longer.
var ErrKey = errors.New("the address is not valid, or no longer: make a new one with 'blastyard tournament desk'")

// Keys are the one-time addresses of organisers and the browsers that opened one, in a file of the store. Several
// processes may use it: a server, and commands beside it.
type Keys struct{ path string }

type keyFile struct {
	Version  int   `json:"version"`
	Links    []key `json:"links"`
	Sessions []key `json:"sessions"`
}

// key is a secret of an organiser.
type key struct {
	Name string      `json:"name"` // of the organiser
	Hash access.Hash `json:"hash"`
	Made time.Time   `json:"made"`
}

const (
	keysFile    = "desk.json"
	keysVersion = 1
	maxKeys     = 100 // of a kind; another one replaces the oldest
	maxKeysFile = 1 << 20
)

// OpenKeys returns the keys of the store in a folder.
func OpenKeys(dir string) *Keys { return &Keys{filepath.Join(dir, keysFile)} }

func (k *Keys) read() (*keyFile, error) {
	f := &keyFile{Version: keysVersion}
	text, err := regular.ReadFile(k.path, maxKeysFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return nil, fmt.Errorf("desk: %w", err)
	}
	if err := jsonerror.Decode(text, f); err != nil {
		return nil, fmt.Errorf("desk: %s: %w", k.path, err)
	}
	if f.Version != keysVersion {
		return nil, fmt.Errorf("desk: %s: version is %d, expected %d: it was written by another version of blastyard",
			k.path, f.Version, keysVersion)
	}
	return f, nil
}

// change changes the file, while it locks out all other processes.
func (k *Keys) change(edit func(f *keyFile) error) error {
	if err := os.MkdirAll(filepath.Dir(k.path), 0o700); err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	unlock, err := lockedfile.MutexAt(k.path + ".lock").Lock()
	if err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	defer unlock()
	f, err := k.read()
	if err != nil {
		return err
	}
	if err := edit(f); err != nil {
		return err
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err == nil {
		err = access.WriteFile(k.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	return nil
}

func add(list []key, name, secret string) []key {
	list = append(list, key{name, access.HashOf(secret), time.Now().UTC().Truncate(time.Second)})
	return slices.Delete(list, 0, max(0, len(list)-maxKeys))
}

// find returns the place of a secret in a list, -1: it is not there. It compares all, so that its time tells nothing.
func find(list []key, secret string) (at int) {
	h := access.HashOf(secret)
	at = -1
	for i := range list {
		if list[i].Hash.Equal(h) {
			at = i
		}
	}
	return at
}

// Link makes a secret for a one-time address of an organiser of this name.
func (k *Keys) Link(name string) (secret string, err error) {
	if name, err = names.Parse(name); err != nil {
		return "", fmt.Errorf("desk: organiser: %w", err)
	}
	secret = access.NewToken(linkPrefix)
	return secret, k.change(func(f *keyFile) error {
		f.Links = add(f.Links, name, secret)
		return nil
	})
}

// exchange ends a one-time address, and makes a session.
func (k *Keys) exchange(link string) (session string, err error) {
	link, ok := access.Parse(link, linkPrefix)
	if !ok {
		return "", ErrKey
	}
	if f, err := k.read(); err != nil || find(f.Links, link) < 0 { // so that guesses never write the file
		return "", errors.Join(ErrKey, err)
	}
	session = access.NewToken(sessionPrefix)
	return session, k.change(func(f *keyFile) error {
		at := find(f.Links, link)
		if at < 0 { // somebody else was faster
			return ErrKey
		}
		name := f.Links[at].Name
		f.Links = slices.Delete(f.Links, at, at+1)
		f.Sessions = add(f.Sessions, name, session)
		return nil
	})
}

// who returns the organiser of a session.
func (k *Keys) who(session string) (name string, err error) {
	session, ok := access.Parse(session, sessionPrefix)
	if !ok {
		return "", ErrKey
	}
	f, err := k.read()
	if err != nil {
		return "", err
	}
	at := find(f.Sessions, session)
	if at < 0 {
		return "", ErrKey
	}
	return f.Sessions[at].Name, nil
}

// forget ends a session.
func (k *Keys) forget(session string) error {
	return k.change(func(f *keyFile) error {
		if at := find(f.Sessions, session); at >= 0 {
			f.Sessions = slices.Delete(f.Sessions, at, at+1)
		}
		return nil
	})
}

// Revoke ends all addresses and sessions of an organiser; "": of all. It returns how many there were.
func (k *Keys) Revoke(name string) (ended int, err error) {
	if parsed, err := names.Parse(name); err == nil {
		name = parsed
	}
	return ended, k.change(func(f *keyFile) error {
		for _, list := range []*[]key{&f.Links, &f.Sessions} {
			before := len(*list)
			*list = slices.DeleteFunc(*list, func(k key) bool { return name == "" || k.Name == name })
			ended += before - len(*list)
		}
		return nil
	})
}
