package serve

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// hostForm matches a host in the address of a page, with or without a port.
var hostForm = regexp.MustCompile(`^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$`)

// CheckFrame checks the origin of pages that may show this page in a frame: SCHEME://HOST or SCHEME://HOST:PORT. A
// wildcard is refused.
func CheckFrame(origin string) error {
	u, err := url.Parse(origin)
	switch {
	case origin == "*":
		return fmt.Errorf("is %q, expected the origin of a page, such as https://school.example: "+
			"a page that anybody may frame can be made to be clicked on unseen", origin)
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || origin != u.Scheme+"://"+u.Host ||
		!hostForm.MatchString(u.Host):
		return fmt.Errorf("is %.120q, expected the origin of a page, such as https://school.example or "+
			"http://localhost:8000", origin)
	}
	return nil
}

// ancestors returns the frame-ancestors policy of the server's pages.
func (c *Config) ancestors() string {
	list := c.Frames
	if c.Framed {
		list = append([]string{"'self'"}, list...)
	}
	if len(list) == 0 {
		return "'none'"
	}
	return strings.Join(list, " ")
}
