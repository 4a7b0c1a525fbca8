package harness

import "errors"

// TempFolder creates a temporary folder. remove removes it, whatever bots have left in it. If this process is killed,
// the next process that creates a temporary folder removes it.
func TempFolder() (folder string, remove func(), err error) {
	s, err := newScratch()
	if err != nil {
		return "", func() {}, errors.Join(ErrHost, err)
	}
	return s.path, s.remove, nil
}
