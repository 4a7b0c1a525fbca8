package archive

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	called "blastyard/internal/names"
)

// clean returns a name in its shortest form, or why it is refused. "." is the folder itself.
func clean(name string, l *Limits) (string, error) {
	switch {
	case !utf8.ValidString(name):
		return "", refuse(name, "its name is not valid UTF-8: rename it, or make the archive with another program")
	case strings.HasPrefix(name, "/"):
		return "", refuse(name, "it has an absolute path")
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "", refuse(name, `its path contains ".."`)
	case len(name) > l.Path:
		return "", refuse(name, "its path has %d bytes, expected at most %d", len(name), l.Path)
	}
	name = path.Clean(name)
	if name == "." {
		return name, nil
	}
	if n := strings.Count(name, "/"); n > l.Depth {
		return "", refuse(name, "it is %d folders deep, expected at most %d", n, l.Depth)
	}
	for part := range strings.SplitSeq(name, "/") {
		if why := unportable(part); why != "" {
			return "", refuse(name, "%s", why)
		}
	}
	return name, nil
}

// unportable says why a name is not valid on every system; "": it is valid.
func unportable(part string) string {
	for _, r := range part {
		switch {
		case unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp):
			return "its name contains a control character"
		case strings.ContainsRune(`\:*?"<>|`, r):
			return "its name contains " + string(r) + ", which Windows does not allow"
		}
	}
	switch {
	case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " "):
		return "its name ends with a dot or a blank, which Windows does not allow"
	case called.IsDevice(part):
		return "its name is one of a device on Windows"
	case len(part) > 200:
		return "its name has more than 200 bytes"
	}
	return ""
}

// folded returns a name as seen by a system that ignores case and the forms of accents.
func folded(name string) string { return norm.NFKC.String(strings.ToLower(strings.ToUpper(name))) }

// names are the files and folders of an archive that were added so far.
type names struct {
	seen map[string]seen // by folded path
}

type seen struct {
	name string
	kind kind
}

// kind is what has a name.
type kind int

const (
	aFile kind = iota
	aFolder
	aLink
)

// add adds a file or a folder, and the folders above it. A folder may be added more than once.
func (n *names) add(name string, is kind) (added int, err error) {
	if n.seen == nil {
		n.seen = map[string]seen{}
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		more, err := n.one(dir, aFolder)
		if err != nil {
			return 0, err
		}
		added += more
	}
	more, err := n.one(name, is)
	return added + more, err
}

func (n *names) one(name string, is kind) (added int, err error) {
	key := folded(name)
	old, known := n.seen[key]
	switch {
	case !known:
		n.seen[key] = seen{name, is}
		return 1, nil
	case old.name != name:
		return 0, refuse(name, "there is %q, too: on some systems both are the same file", shortened(old.name))
	case is == aFolder && old.kind == aLink:
		return 0, refuse(name, "it is a link, and files are to be written through it")
	case old.kind != is && (is == aFolder || old.kind == aFolder):
		return 0, refuse(name, "it is a file and a folder")
	case is != aFolder:
		return 0, refuse(name, "it is there twice")
	}
	return 0, nil
}
