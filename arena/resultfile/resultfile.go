// Package resultfile keeps the results of a series in a file: a line of JSON that says what is played, and one for each
// match, written as soon as the match is over. Whatever ends the program then, the matches that are in the file need
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

// Ending is the ending of the names of the files.
const Ending = ".results.jsonl"

// Header is the first line: what is played.
type Header struct {
	Version  int       `json:"blastyard_results"`
	Software string    `json:"software"`
	Started  time.Time `json:"started"`
	Game     string    `json:"game"`
	Rules    int       `json:"rules"`               // the version of its rules
	Map      string    `json:"map,omitempty"`       // of hexabomb
	Seed     uint64    `json:"seed"`                // of the series: those of its matches follow from it
	LastSeed uint64    `json:"last_seed,omitempty"` // match N has the seed Seed+N-1, up to this one; 0: they follow
	Order    string    `json:"order"`
	Failed   string    `json:"failed,omitempty"` // where bots that failed stand: "last"; else where the game puts them
	Turns    int       `json:"turns,omitempty"`  // the most; 0: as many as the rules allow
	Matches  int       `json:"games"`            // matches that are to be played
	Bots     []Bot     `json:"bots"`             // as on the command line, the special player first
	Repeat   string    `json:"repeat"`           // the command that plays the same again
}

// Bot is a bot of the series.
type Bot struct {
	Bot     string `json:"bot"` // what was asked for
	Name    string `json:"name"`
	Special bool   `json:"special,omitempty"`
}

// File is a file of results that is being written. Nobody else can write it meanwhile.
type File struct {
	Header Header
	path   string

	mu   sync.Mutex
	file *os.File
	err  error // why it is not complete
}

// ErrExists is the error of Create where the file is there.
var ErrExists = errors.New("is there already")

// Create begins a new file; its folder is made. ErrExists where it is there.
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

// CreateNew is Create with a name that is free: path, or else path with -2, -3, … before Ending.
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

// most is how many names CreateNew tries.
const most = 1000

// Open goes on with a file. It returns the matches that are in it, in the order in which they ended. A last line that
// was not written to its end is taken away: its match has to be played again.
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

// Path is the file.
func (f *File) Path() string { return f.path }

// Add writes a match that is over. It may be called by several at the same time. After an error nothing more is
// written: the file ends with the matches before.
func (f *File) Add(m Match) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = f.write(m)
	}
	return f.err
}

// Err is why the file is not complete; nil where it is.
func (f *File) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// write writes a line in one go, so that only its end can be missing.
func (f *File) write(v any) error {
	var line bytes.Buffer
	if err := plain.WriteJSON(&line, v); err != nil {
		return err
	}
	_, err := f.file.Write(line.Bytes())
	return err
}

// Close ends the writing.
func (f *File) Close() error { return f.file.Close() }
