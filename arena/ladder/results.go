package ladder

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"blastyard/internal/filelock"
)

// Result is a pair of matches between two players. It is a line of the file of results.
type Result struct {
	Under  string `json:"under"` // what was played, in a few words: game, map, turns
	A      string `json:"a"`     // keys of the players
	B      string `json:"b"`
	Pair   int    `json:"pair"`   // its number, from 0
	Half   int    `json:"half"`   // half points of a, 0 to 4
	Failed [2]int `json:"failed"` // matches that a and b did not play to the end
}

// maxResults limits the size of a file of results, in bytes.
const maxResults = 256 << 20

// Results are the results that are kept in a file. Only one goroutine may use it at a time.
type Results struct {
	file  *os.File
	under string
	known map[[2]string][]Result
}

// Open opens the file of results, or creates it. Only results that were played under these conditions count. The file
// is locked until Close; if another process has it, there is an error.
func Open(path, under string) (*Results, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := filelock.TryFile(f, filelock.Exclusive); err != nil {
		f.Close()
		return nil, err
	}
	r := &Results{file: f, under: under, known: map[[2]string][]Result{}}
	if err := r.read(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// Close closes the file.
func (r *Results) Close() error { return r.file.Close() }

// read reads all results. A last line that is not complete, for the power failed, is removed.
func (r *Results) read() error {
	st, err := r.file.Stat()
	if err != nil {
		return err
	}
	if st.Size() > maxResults {
		return fmt.Errorf("it has more than %d MiB", maxResults>>20)
	}
	text, err := io.ReadAll(r.file)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if err := r.file.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := r.file.Seek(int64(whole), io.SeekStart); err != nil {
		return err
	}
	for s, n := bufio.NewScanner(bytes.NewReader(text[:whole])), 1; s.Scan(); n++ {
		var one Result
		if err := json.Unmarshal(s.Bytes(), &one); err != nil || one.Half < 0 || one.Half > 4 {
			return fmt.Errorf("line %d is no result of a pair of matches", n)
		}
		r.take(one)
	}
	return nil
}

// take counts a result, if it is the next one of its players under these conditions.
func (r *Results) take(one Result) {
	key := [2]string{one.A, one.B}
	if one.Under == r.under && one.Pair == len(r.known[key]) {
		r.known[key] = append(r.known[key], one)
	}
}

// of returns the results of two players, in the order of the pairs.
func (r *Results) of(a, b string) []Result { return r.known[[2]string{a, b}] }

// add keeps a result.
func (r *Results) add(one Result) error {
	one.Under = r.under
	line, err := json.Marshal(one)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	if err != nil {
		return err
	}
	r.take(one)
	return nil
}
