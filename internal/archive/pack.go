package archive

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"
)

// PackFile writes the archive of a folder to a file. On an error it leaves no file. It returns the file's SHA-256 in
// hexadecimal.
func PackFile(path, folder string, l Limits) (hash string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".archive-*")
	if err != nil {
		return "", fmt.Errorf("archive: pack %s: %w", folder, err)
	}
	defer os.Remove(f.Name()) // if it was not renamed
	hash, err = Pack(f, folder, l)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return "", fmt.Errorf("archive: pack %s: %w", folder, err)
	}
	return hash, nil
}

// Pack writes the archive of a folder, and returns its SHA-256 in hexadecimal. If Unpack would refuse the archive, the
// error is a *Refusal.
func Pack(w io.Writer, folder string, l Limits) (hash string, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", fmt.Errorf("archive: pack: %w", err)
	}
	defer root.Close()
	sum := sha256.New()
	out := &counter{w: io.MultiWriter(w, sum)}
	// One goroutine and one version of the encoder give the same bytes on every machine.
	z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		return "", fmt.Errorf("archive: pack: %w", err)
	}
	p := &packer{root: root, limits: l.filled(), out: out}
	if p.folder, err = filepath.Abs(folder); err != nil {
		return "", packError(err)
	}
	if p.realFolder, err = filepath.EvalSymlinks(p.folder); err != nil {
		return "", packError(err)
	}
	if p.ignore, err = readIgnoreFile(root); err != nil {
		return "", err
	}
	p.tar = tar.NewWriter(z)
	if err := fs.WalkDir(root.FS(), ".", p.visit); err != nil {
		return "", withAdvice(err)
	}
	if err := p.writeLinks(); err != nil {
		return "", withAdvice(err)
	}
	if err := errors.Join(p.tar.Close(), z.Close()); err != nil {
		return "", fmt.Errorf("archive: pack: %w", err)
	}
	if out.n > p.limits.Packed {
		return "", refuse("", "the archive has %s, expected at most %s", size(out.n), size(p.limits.Packed))
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

type packer struct {
	root   *os.Root
	folder string // its absolute path
	// realFolder is the same without links.
	realFolder string

	tar    *tar.Writer
	out    *counter
	limits Limits
	names  names
	total  total
	ignore []pattern
	links  []link
}

// ignores reports whether a file or folder is not packed. The folders above it are.
func (p *packer) ignores(name string, folder bool) bool {
	return isIgnored(name) || leavesOut(p.ignore, name, folder) || folder && p.isEnvironment(name)
}

// isEnvironment reports whether a folder is a virtual environment of Python, whatever its name.
func (p *packer) isEnvironment(name string) bool {
	st, err := p.root.Lstat(filepath.FromSlash(path.Join(name, environmentFile)))
	return err == nil && st.Mode().IsRegular()
}

// withAdvice appends to why a folder is not accepted what the author can do whatever the reason is.
func withAdvice(err error) error {
	r := (*Refusal)(nil)
	if !errors.As(err, &r) {
		return err
	}
	advised := *r
	advised.Why += "; what the bot does not need can be listed in a file " + IgnoreFile
	return &advised
}

func (p *packer) visit(name string, d fs.DirEntry, err error) error {
	switch {
	case err != nil:
		return unread(name, err)
	case name == ".":
		return nil
	case p.ignores(name, d.IsDir()):
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	if name, err = clean(name, &p.limits); err != nil {
		return err
	}
	added, err := p.names.add(name, kindOf(d))
	if err == nil {
		err = p.total.entries(added, &p.limits)
	}
	switch {
	case err != nil:
		return err
	case isLink(d.Type()):
		l, err := p.follow(name)
		p.links = append(p.links, l)
		return packError(err)
	case d.IsDir():
		return p.emptyFolder(name)
	case !d.Type().IsRegular():
		return refuse(name, "it is neither a file nor a folder")
	case p.out.n > p.limits.Packed:
		return refuse("", "the archive has more than %s", size(p.limits.Packed))
	}
	return p.file(name)
}

// emptyFolder adds a folder if it is empty. Other folders follow from their files.
func (p *packer) emptyFolder(name string) error {
	list, err := fs.ReadDir(p.root.FS(), name)
	if err != nil {
		return unread(name, err)
	}
	for _, d := range list {
		if !p.ignores(path.Join(name, d.Name()), d.IsDir()) {
			return nil
		}
	}
	return p.tar.WriteHeader(header(name+"/", tar.TypeDir, 0, 0o755))
}

func (p *packer) file(name string) error {
	f, err := p.root.Open(filepath.FromSlash(name))
	if err != nil {
		return unread(name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("archive: pack: %w", err)
	}
	if !info.Mode().IsRegular() {
		return refuse(name, "it is no plain file")
	}
	if err := p.total.bytes(name, 0, info.Size(), &p.limits); err != nil {
		return err
	}
	start := make([]byte, min(4, info.Size()))
	if _, err := io.ReadFull(f, start); err != nil {
		return fmt.Errorf("archive: pack: %s: %w", name, err)
	}
	mode := int64(0o644)
	if info.Mode()&0o111 != 0 || isProgram(start) {
		mode = 0o755
	}
	if err := p.tar.WriteHeader(header(name, tar.TypeReg, info.Size(), mode)); err != nil {
		return fmt.Errorf("archive: pack: %s: %w", name, err)
	}
	if _, err := io.CopyN(p.tar, io.MultiReader(bytes.NewReader(start), f), info.Size()); err != nil {
		return fmt.Errorf("archive: pack: %s: %w", name, err)
	}
	return nil
}

func header(name string, kind byte, size, mode int64) *tar.Header {
	return &tar.Header{Name: name, Typeflag: kind, Size: size, Mode: mode, ModTime: time.Unix(0, 0)}
}

func linkHeader(l link) *tar.Header {
	h := header(l.name, tar.TypeSymlink, 0, 0o777)
	h.Linkname = l.text()
	return h
}

func isLink(mode fs.FileMode) bool { return mode&fs.ModeSymlink != 0 }

func kindOf(d fs.DirEntry) kind {
	switch {
	case d.IsDir():
		return aFolder
	case isLink(d.Type()):
		return aLink
	default:
		return aFile
	}
}

// unread is the error about a file or folder that cannot be read. Missing rights are of the folder, and not of the
// machine.
func unread(name string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return refuse(name, "it may not be read by this account: change its rights (chmod +r; of a folder chmod +rx)")
	}
	return packError(err)
}

// packError describes a failure of this machine. A *Refusal, and nil, stay as they are.
func packError(err error) error {
	if r := (*Refusal)(nil); err == nil || errors.As(err, &r) {
		return err
	}
	return fmt.Errorf("archive: pack: %w", err)
}

// isProgram recognises a program by its first bytes. Windows, and most zips, have no mode that says so.
func isProgram(start []byte) bool {
	return bytes.HasPrefix(start, []byte("#!")) || bytes.HasPrefix(start, []byte("\x7fELF"))
}

// counter counts written bytes.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
