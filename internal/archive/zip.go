package archive

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"
)

// unpackZip unpacks a zip of n bytes.
func unpackZip(f io.ReaderAt, n int64, t *target) error {
	// The list of files is read as a whole, so a long one would take much memory.
	list := &metered{r: f, most: 128<<10 + int64(t.limits.Files)*entryRatio*512}
	z, err := zip.NewReader(list, n)
	list.open.Store(true)
	switch {
	case list.over:
		return refuse("", "there are more than %d files and folders", t.limits.Files)
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // names.go describes the error better
		return damaged("", err)
	}
	if err := tooMany(len(z.File), &t.limits); err != nil {
		return err
	}
	if err := checkOverlap(z.File); err != nil {
		return err
	}
	s := &source{limits: &t.limits, n: n}
	t.environments = environments(z.File)
	for _, file := range z.File {
		if err := zipEntry(file, s, t); err != nil {
			return err
		}
	}
	return nil
}

// pathOf is the path of a file in a zip.
func pathOf(f *zip.File) string {
	if !strings.Contains(f.Name, "/") {
		return strings.ReplaceAll(f.Name, `\`, "/") // old Windows programs write this
	}
	return f.Name
}

// environments returns the folders that are virtual environments of Python, each with a slash behind it. One that is
// all of the zip is none of them.
func environments(files []*zip.File) (folders []string) {
	for _, f := range files {
		name := pathOf(f)
		dir, found := strings.CutSuffix(name, "/"+environmentFile)
		inside := func(f *zip.File) bool { return strings.HasPrefix(pathOf(f), dir+"/") }
		if found && slices.ContainsFunc(files, func(f *zip.File) bool { return !inside(f) }) {
			folders = append(folders, dir+"/")
		}
	}
	return folders
}

// checkOverlap refuses files that share packed bytes, because a small zip could unpack to a huge size that way.
func checkOverlap(files []*zip.File) error {
	type span struct {
		from, to int64
		name     string
	}
	spans := make([]span, 0, len(files))
	for _, f := range files {
		from, err := f.DataOffset()
		if err != nil {
			return damaged(f.Name, err)
		}
		size := int64(min(f.CompressedSize64, 1<<62)) //nolint:gosec // it fits
		spans = append(spans, span{from, from + size, f.Name})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for i := 1; i < len(spans); i++ {
		if spans[i-1].to > spans[i].from || spans[i-1].from == spans[i].from {
			return refuse(spans[i].name, "it shares its bytes with %q", shortened(spans[i-1].name))
		}
	}
	return nil
}

func zipEntry(f *zip.File, s *source, t *target) error {
	name := pathOf(f)
	above := func(dir string) bool { return strings.HasPrefix(name, dir) }
	if isIgnored(name) || slices.ContainsFunc(t.environments, above) {
		return nil
	}
	switch mode := f.Mode(); {
	case f.Flags&1 != 0:
		return refuse(name, "it is encrypted")
	case isLink(mode):
		content, err := f.Open()
		if err != nil {
			return damaged(name, err)
		}
		defer content.Close()
		return t.linkFrom(name, &unpacking{content, s})
	case strings.HasSuffix(name, "/") || mode.IsDir():
		return t.folder(name)
	case !mode.IsRegular():
		return refuse(name, "it is neither a file nor a folder")
	case mode&(fs.ModeSetuid|fs.ModeSetgid) != 0:
		return refuse(name, "it runs as its owner (setuid or setgid)")
	}
	content, err := f.Open()
	if err != nil {
		return damaged(name, err)
	}
	defer content.Close()
	return t.file(name, f.Mode()&0o111 != 0, &unpacking{content, s})
}

// metered limits the bytes that are read until it is open.
type metered struct {
	r       io.ReaderAt
	n, most int64
	over    bool
	open    atomic.Bool
}

// ReadAt implements io.ReaderAt.
func (m *metered) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, refuse("", "the archive is damaged: it has an entry before its start")
	}
	n, err := m.r.ReadAt(p, off)
	if m.open.Load() {
		return n, err
	}
	if m.n += int64(n); m.n > m.most {
		m.over = true
		return 0, refuse("", "its list of files is too long")
	}
	return n, err
}
