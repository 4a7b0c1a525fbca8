package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Unpack unpacks an archive of Pack into an empty folder, and returns its SHA-256 in hexadecimal. If the archive is not
// accepted, the error is a *Refusal, and the folder contains a part of the archive.
func Unpack(r io.Reader, dir string, l Limits) (hash string, err error) {
	l = l.filled()
	t, err := newTarget(dir, l, false)
	if err != nil {
		return "", err
	}
	defer t.root.Close()
	sum := sha256.New()
	in := newSource(io.TeeReader(r, sum), &l)
	err = in.zstd(t)
	if err == nil {
		_, err = io.Copy(io.Discard, in) // the hash covers all bytes
	}
	if err == nil {
		err = t.makeLinks()
	}
	switch {
	case in.failed != nil: // this is the cause, whatever the decoder says
		return "", fmt.Errorf("archive: read: %w", in.failed)
	case err != nil:
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// UnpackAny unpacks an archive of others into an empty folder: a zip, a tar, a tar.gz or a tar.zst, recognised by its
// bytes. If all files are in one folder, UnpackAny leaves out that folder. It ignores files of version control and
// systems, such as .git and __MACOSX. If the archive is not accepted, the error is a *Refusal, and the folder contains
// a part of the archive.
func UnpackAny(f *os.File, dir string, l Limits) error {
	l = l.filled()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	if info.Size() > l.Packed {
		return refuse("", "it has more than %s", size(l.Packed))
	}
	t, err := newTarget(dir, l, true)
	if err != nil {
		return err
	}
	defer t.root.Close()
	start := make([]byte, 512)
	n, err := f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	in := newSource(io.NewSectionReader(f, 0, info.Size()), &l)
	switch start = start[:n]; {
	case bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte("PK\x05\x06")):
		err = unpackZip(f, info.Size(), t)
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		err = in.gzip(t)
	case bytes.HasPrefix(start, []byte("\x28\xb5\x2f\xfd")):
		err = in.zstd(t)
	case n == 512 && bytes.HasPrefix(start[257:], []byte("ustar")):
		err = unpackTar(in, t)
	default:
		err = refuse("", "it is neither a zip, a tar, a tar.gz nor a tar.zst")
	}
	switch {
	case in.failed != nil:
		return fmt.Errorf("archive: read: %w", in.failed)
	case err != nil:
		return err
	case t.total.files == 0:
		return refuse("", "there is no file in it")
	}
	if err := t.makeLinks(); err != nil {
		return err
	}
	return t.strip()
}

// source is the packed stream. It counts bytes to detect bombs.
type source struct {
	r        io.Reader
	n        int64
	limits   *Limits
	unpacked int64
	failed   error // of r
}

func newSource(r io.Reader, l *Limits) *source { return &source{r: r, limits: l} }

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.n += int64(n); s.n > s.limits.Packed {
		return 0, refuse("", "it has more than %s", size(s.limits.Packed))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n, err
}

// unpacking counts the bytes that a decoder makes of the source. It limits ignored files, too.
type unpacking struct {
	r io.Reader
	s *source
}

// Read implements io.Reader.
func (u *unpacking) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.s.unpacked += int64(n)
	if over := u.s.check(); over != nil {
		return 0, over
	}
	return n, err
}

func (s *source) check() error {
	most := 4*s.limits.Bytes + int64(s.limits.Files)*entryRatio*1024 // headers and ignored files
	switch {
	case s.unpacked > most:
		return refuse("", "it unpacks to more than %s", size(most))
	case s.unpacked > free && s.unpacked > s.limits.Ratio*s.n:
		return refuse("", "it unpacks to more than %d times its size", s.limits.Ratio)
	}
	return nil
}

// zstdMemory limits the window of a decoder, in bytes. Level 19 of the zstd command needs 8 MiB.
const zstdMemory = 32 << 20

func (s *source) zstd(t *target) error {
	z, err := zstd.NewReader(s, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdMemory),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		return damaged("", err)
	}
	defer z.Close()
	return unpackTar(&unpacking{z, s}, t)
}

func (s *source) gzip(t *target) error {
	z, err := gzip.NewReader(s)
	if err != nil {
		return damaged("", err)
	}
	return unpackTar(&unpacking{z, s}, t)
}

// entryRatio is how many entries are allowed for each allowed file; ignored entries count, too.
const entryRatio = 10

// tooMany refuses an archive with too many entries of any kind.
func tooMany(entries int, l *Limits) error {
	if entries > entryRatio*l.Files {
		return refuse("", "there are more than %d files and folders", l.Files)
	}
	return nil
}

func unpackTar(r io.Reader, t *target) error {
	in := tar.NewReader(r)
	for entries := 1; ; entries++ {
		h, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			_, err = io.Copy(io.Discard, r) // bytes after the end count, too
			if err != nil {
				return damaged("", err)
			}
			return nil
		case err != nil && !errors.Is(err, tar.ErrInsecurePath): // names.go describes the error better
			return damaged("", err)
		}
		if err := tooMany(entries, &t.limits); err != nil {
			return err
		}
		if err := tarEntry(in, h, t); err != nil {
			return err
		}
	}
}

func tarEntry(in io.Reader, h *tar.Header, t *target) error {
	if t.foreign && isIgnored(h.Name) {
		return nil
	}
	switch h.Typeflag {
	case tar.TypeReg:
		if h.Mode&0o6000 != 0 {
			return refuse(h.Name, "it runs as its owner (setuid or setgid)")
		}
		return t.file(h.Name, h.Mode&0o111 != 0, in)
	case tar.TypeDir:
		return t.folder(h.Name)
	case tar.TypeXGlobalHeader: // written by git archive
		return nil
	case tar.TypeSymlink:
		return t.link(h.Name, h.Linkname)
	case tar.TypeLink:
		return refuse(h.Name, "it is a link to another file: put there what it points to")
	case tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
		return refuse(h.Name, "it is a device or a pipe")
	}
	return refuse(h.Name, "it is neither a file nor a folder")
}
