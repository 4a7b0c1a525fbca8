package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ErrNoBrowser says that there is no browser to open, such as on a machine without a screen.
var ErrNoBrowser = errors.New("serve: there is no browser here")

// opening is how long OpenBrowser waits for the opener to fail.
const opening = time.Second

// OpenBrowser shows a page in the user's browser. It uses the first command of $BROWSER that starts, or else the
// system's opener. It returns ErrNoBrowser if there is none. It returns within a second. If the opener still runs
// then, because it is the browser itself, the end of ctx ends it.
func OpenBrowser(ctx context.Context, url string) error {
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return fmt.Errorf("serve: open browser: %q is no address of a page", url)
	}
	err := ErrNoBrowser
	for _, opener := range openers(url) {
		if err = run(ctx, opener); err == nil {
			return nil
		}
	}
	return err
}

// openers returns the commands to try, in order.
func openers(url string) [][]string {
	chosen := os.Getenv("BROWSER")
	if chosen == "" {
		return systemOpeners(url)
	}
	var list [][]string
	for command := range strings.SplitSeq(chosen, string(os.PathListSeparator)) {
		words := strings.Fields(command)
		if len(words) == 0 {
			continue
		}
		filled := false
		for i, word := range words {
			filled = filled || strings.Contains(word, "%s")
			words[i] = strings.ReplaceAll(word, "%s", url)
		}
		if !filled {
			words = append(words, url)
		}
		list = append(list, words)
	}
	return list
}

// run starts an opener and watches it for a while. It is reaped whenever it ends.
func run(ctx context.Context, opener []string) error {
	c := exec.CommandContext(ctx, opener[0], opener[1:]...)
	if err := c.Start(); errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %s: not found", ErrNoBrowser, opener[0])
	} else if err != nil {
		return fmt.Errorf("serve: open browser: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	watch := time.NewTimer(opening)
	defer watch.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("serve: open browser: %s: %w", opener[0], err)
		}
	case <-watch.C:
	}
	return nil
}

// FindBrowser returns the path of the command that OpenBrowser would start, or ErrNoBrowser.
func FindBrowser() (string, error) {
	for _, opener := range openers("http://127.0.0.1/") {
		if path, err := exec.LookPath(opener[0]); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}
