package harness

import "errors"

// TempFolder makes an empty folder for a while. remove removes it, whatever bots have left in it. The folder of a process
// that was killed is removed by the next one that makes a folder.
func TempFolder() (folder string, remove func(), err error) {
	s, err := newScratch()
	if err != nil {
		return "", func() {}, errors.Join(ErrHost, err)
	}
	return s.path, s.remove, nil
}
