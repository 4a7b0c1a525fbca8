package serve

import "os/exec"

// FindBrowser is the path of the command that OpenBrowser would start; ErrNoBrowser if there is none.
func FindBrowser() (string, error) {
	for _, opener := range openers("http://127.0.0.1/") {
		if path, err := exec.LookPath(opener[0]); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}
