//go:build unix

package serve

import (
	"errors"
	"testing"
)

func TestFindBrowser(t *testing.T) {
	browser := script(t, "exit 1")
	t.Setenv("BROWSER", "no-such-browser-here:"+browser+" --new %s")
	if found, err := FindBrowser(); err != nil || found != browser {
		t.Errorf("found %q, %v, expected %s", found, err, browser)
	}
	t.Setenv("BROWSER", "no-such-browser-here")
	if found, err := FindBrowser(); !errors.Is(err, ErrNoBrowser) {
		t.Errorf("found %q, %v, where there is none", found, err)
	}
}
