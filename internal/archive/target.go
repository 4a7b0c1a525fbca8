package archive

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// total counts the content of an archive.
type total struct {
	files int
	size  int64
}

func (t *total) entries(n int, l *Limits) error {
	if t.files += n; t.files > l.Files {
		return refuse("", "there are more than %d files and folders", l.Files)
	}
	return nil
}

// bytes adds n bytes to a file that had this many before.
func (t *total) bytes(name string, had, n int64, l *Limits) error {
	if t.size += n; had+n > l.FileBytes {
		return refuse(name, "it has more than %s", size(l.FileBytes))
	}
	if t.size > l.Bytes {
		return refuse(name, "with it the files have more than %s", size(l.Bytes))
	}
	return nil
}

// target is the folder into which an archive is unpacked.
type target struct {
	root    *os.Root
	limits  Limits
	names   names
	total   total
	foreign bool // not from Pack: files of tools are ignored; the first bytes of a file mark a program
	buffer  []byte
	links   []link
	// environments are folders of a zip that are ignored, each with a slash behind it.
	environments []string
}

func newTarget(dir string, l Limits, foreign bool) (*target, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("archive: unpack: %w", err)
	}
	return &target{root: root, limits: l, foreign: foreign, buffer: make([]byte, 64<<10)}, nil
}

// folder creates a folder of the archive.
func (t *target) folder(name string) error {
	name, skip, err := t.name(name, aFolder)
	if err != nil || skip {
		return err
	}
	return t.makeFolder(name)
}

// file writes a file of the archive.
func (t *target) file(name string, program bool, content io.Reader) error {
	name, skip, err := t.name(name, aFile)
	if err != nil || skip {
		return err
	}
	if dir := path.Dir(name); dir != "." {
		if err := t.makeFolder(dir); err != nil {
			return err
		}
	}
	f, err := t.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	program, err = t.copy(f, name, program, content)
	if err == nil {
		mode := fs.FileMode(0o644)
		if program {
			mode = 0o755
		}
		err = f.Chmod(mode)
	}
	return errors.Join(err, f.Close())
}

// name checks and adds a name; skip: the file is ignored.
func (t *target) name(name string, is kind) (cleaned string, skip bool, err error) {
	if t.foreign && isIgnored(name) {
		return "", true, nil
	}
	name, err = clean(name, &t.limits)
	if err != nil {
		return "", false, err
	}
	if name == "." {
		if is != aFolder {
			return "", false, refuse(name, "it has no name")
		}
		return name, true, nil
	}
	added, err := t.names.add(name, is)
	if err == nil {
		err = t.total.entries(added, &t.limits)
	}
	return name, false, err
}

func unpackError(err error) error { return fmt.Errorf("archive: unpack: %w", err) }

func (t *target) makeFolder(name string) error {
	err := t.root.MkdirAll(filepath.FromSlash(name), 0o755)
	if err != nil {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	return nil
}

// copy writes the content of a file. It does not trust the size that the archive claims.
func (t *target) copy(f io.Writer, name string, program bool, content io.Reader) (isProg bool, err error) {
	for had := int64(0); ; {
		n, err := content.Read(t.buffer)
		if had == 0 && n > 0 && t.foreign && isProgram(t.buffer[:n]) {
			program = true
		}
		if n > 0 {
			if err := t.total.bytes(name, had, int64(n), &t.limits); err != nil {
				return program, err
			}
			if _, err := f.Write(t.buffer[:n]); err != nil {
				return program, fmt.Errorf("archive: unpack: %w", err)
			}
			had += int64(n)
		}
		switch {
		case errors.Is(err, io.EOF):
			return program, nil
		case err != nil:
			return program, damaged(name, err)
		}
	}
}

// damaged is the error about unreadable content.
func damaged(name string, err error) error {
	var r *Refusal
	var p *fs.PathError
	if errors.As(err, &r) || errors.As(err, &p) {
		return err
	}
	return refuse(name, "the archive is damaged: %v", err)
}

// strip moves everything one folder up if all files are in one folder, as in zips of a folder.
func (t *target) strip() error {
	list, err := fs.ReadDir(t.root.FS(), ".")
	if err != nil {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	if len(list) != 1 || !list[0].IsDir() {
		return nil
	}
	const aside = ".unpacked" // if the folder contains this name, too, it is moved first
	err = t.root.Rename(list[0].Name(), aside)
	if err != nil {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	inner, err := fs.ReadDir(t.root.FS(), aside)
	if err != nil {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	for _, d := range inner {
		if d.Name() == aside {
			return refuse(aside, "it is a name that is needed for unpacking: rename it")
		}
		if err := t.root.Rename(filepath.Join(aside, d.Name()), d.Name()); err != nil {
			return fmt.Errorf("archive: unpack: %w", err)
		}
	}
	if err := t.root.Remove(aside); err != nil {
		return fmt.Errorf("archive: unpack: %w", err)
	}
	return nil
}
