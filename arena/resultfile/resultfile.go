// Package resultfile keeps the results of a series in a file. A line of JSON says what is played, followed by a line
// for each match, written as soon as the match is over. So whatever ends the program, the matches in the file need
// not be played again.
package resultfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"blastyard/internal/filelock"
	"blastyard/internal/plain"
)

// Version is the version of the format that this package writes.
const Version = 1

// Ending is the extension of the file names.
const Ending = ".results.jsonl"

// Header is the first line of the file. It says what is played.
type Header struct {
	Version  int       `json:"blastyard_results"`
	Software string    `json:"software"`
	Started  time.Time `json:"started"`
	Game     string    `json:"game"`
	Rules    int       `json:"rules"`               // the version of the game's rules
	Map      string    `json:"map,omitempty"`       // of hexabomb
	Seed     uint64    `json:"seed"`                // of the series; the seeds of its matches are derived from it
	LastSeed uint64    `json:"last_seed,omitempty"` // match N has Seed+N-1, up to this; 0: derived seeds
	Order    string    `json:"order"`
	Failed   string    `json:"failed,omitempty"` // how failed bots are ranked: "last"; otherwise as the game ranks them
	Turns    int       `json:"turns,omitempty"`  // limit of turns; 0: that of the rules
	Matches  int       `json:"games"`            // the number of matches of the series
	Bots     []Bot     `json:"bots"`             // as on the command line, the special player first
	Repeat   string    `json:"repeat"`           // the command that plays the same series again
}

// Bot is a bot of the series.
type Bot struct {
	Bot     string `json:"bot"` // the text that named it
	Name    string `json:"name"`
	Special bool   `json:"special,omitempty"`
}

// File is a file of results that is being written. It is locked against other processes.
type File struct {
	Header Header
	path   string

	mu   sync.Mutex
	file *os.File
	err  error // why the file is incomplete
}

// ErrExists is the error of Create for an existing file.
var ErrExists = errors.New("is there already")

// Create creates a new file and its folder. If the file exists, the error is ErrExists.
func Create(path string, h Header) (*File, error) {
	h.Version = Version
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR|os.O_APPEND, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s %w", path, ErrExists)
	}
	if err != nil {
		return nil, err
	}
	file := &File{Header: h, path: path, file: f}
	if err := errors.Join(filelock.TryFile(f, filelock.Exclusive), file.write(h)); err != nil {
		f.Close()
		return nil, err
	}
	return file, nil
}

// CreateNew is like Create, but uses a free name: path, or else path with -2, -3, … before Ending.
func CreateNew(path string, h Header) (*File, error) {
	stem := strings.TrimSuffix(path, Ending)
	for n := 2; ; n++ {
		f, err := Create(path, h)
		if !errors.Is(err, ErrExists) || n > most {
			return f, err
		}
		path = fmt.Sprintf("%s-%d%s", stem, n, Ending)
	}
}

// most limits the names that CreateNew tries.
const most = 1000

// Open opens a file to continue it. It returns the matches in it, in the order in which they ended. It removes an
// incomplete last line, so that match is played again.
func Open(path string) (*File, []Match, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := filelock.TryFile(f, filelock.Exclusive); err != nil {
		f.Close()
		if errors.Is(err, filelock.ErrLocked) {
			return nil, nil, fmt.Errorf("%s is being written by another process", path)
		}
		return nil, nil, err
	}
	h, matches, whole, err := read(f)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return &File{Header: h, path: path, file: f}, matches, nil
}

// Path returns the file name.
func (f *File) Path() string { return f.path }

// Add writes a match that is over. It may be called concurrently. After an error it writes nothing more, so the file
// ends with the matches before.
func (f *File) Add(m Match) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = f.write(m)
	}
	return f.err
}

// Err returns why the file is incomplete, or nil.
func (f *File) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// write writes a line in a single Write, so that only its end can be missing.
func (f *File) write(v any) error {
	var line bytes.Buffer
	if err := plain.WriteJSON(&line, v); err != nil {
		return err
	}
	_, err := f.file.Write(line.Bytes())
	return err
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
