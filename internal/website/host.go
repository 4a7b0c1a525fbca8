package website

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// hostOf is the host of an address, with its port if that is not the usual one of the scheme, as browsers write it in
// the headers Host and Origin.
func hostOf(u *url.URL) (string, error) {
	name, err := canonical(u.Hostname())
	switch {
	case err != nil:
		return "", err
	case u.Port() == "":
		return name, nil
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case err != nil || port == 0:
		return "", fmt.Errorf("expected a port from 1 to 65535")
	case port == map[string]uint64{"http": 80, "https": 443}[u.Scheme]:
		return name, nil
	}
	return name + ":" + strconv.FormatUint(port, 10), nil
}

// canonical is a host without a port, which may be an IPv6 address without its brackets, as browsers write it.
func canonical(host string) (string, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		switch {
		case a.Zone() != "":
			return "", fmt.Errorf("expected an address without a zone (%.50s): browsers open no others", a.Zone())
		case a.Is4In6():
			b := a.As16()
			return fmt.Sprintf("[::ffff:%x:%x]", int(b[12])<<8|int(b[13]), int(b[14])<<8|int(b[15])), nil
		case a.Is6():
			return "[" + a.String() + "]", nil
		}
		return a.String(), nil
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return "", fmt.Errorf("expected a host in ASCII, as browsers send it: " +
			"a name with other letters has a form that begins with xn--")
	}
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	for _, label := range labels {
		if label == "" || strings.ContainsFunc(label, func(r rune) bool { return !isNameRune(r) }) {
			return "", fmt.Errorf("expected a host of letters, digits, hyphens and dots")
		}
	}
	last := labels[len(labels)-1]
	if _, err := strconv.ParseUint(last, 0, 64); err == nil {
		return "", fmt.Errorf("expected a name, or an address of four numbers such as 192.0.2.1")
	}
	return strings.ToLower(host), nil
}

// isNameRune reports whether a rune may stand in a label of a host's name. Underscores are no part of real names, but
// of those of containers.
func isNameRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
}

// nameOf is a Host header without its port. An address of IPv6 is as netip writes it.
func nameOf(host string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if split, _, err := net.SplitHostPort(host); err == nil {
		name = split
	}
	if a, err := netip.ParseAddr(name); err == nil {
		return a.String()
	}
	return name
}
