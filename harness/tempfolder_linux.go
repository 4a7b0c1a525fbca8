package harness

import "fmt"

// TempFolder creates a temporary folder. remove removes it, whatever bots have left in it. If this process is killed,
// the next process that creates a temporary folder removes it.
func TempFolder() (folder string, remove func(), err error) {
	s, err := newScratch()
	if err != nil {
		return "", func() {}, fmt.Errorf("%w: %w", ErrHost, err)
	}
	return s.path, s.remove, nil
}
