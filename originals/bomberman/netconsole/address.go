package netconsole

import (
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Address parses HOST or HOST:PORT. The default is the original's port.
func Address(host string) (string, error) {
	bare := strings.Trim(host, "[]")
	if !strings.Contains(host, ":") || net.ParseIP(bare) != nil {
		return net.JoinHostPort(bare, strconv.Itoa(DefaultPort)), nil
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return "", fmt.Errorf("the host is %q, expected HOST or HOST:PORT", host)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return "", fmt.Errorf("the port of %q is %q, expected 1 to 65535", host, port)
	}
	return net.JoinHostPort(name, port), nil
}
