package versions

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/english"
)

// Limits of the folder of a revision.
const (
	maxFiles = 100_000
	maxBytes = 1 << 30
)

// git runs a command of git in a folder and returns its output. Nothing of the repository's configuration that starts
// programs is used, and nothing is fetched.
func git(ctx context.Context, folder string, stdin io.Reader, args ...string) ([]byte, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, errors.New("git is not installed, or not in a folder of PATH")
	}
	cmd := exec.CommandContext(ctx, program, append([]string{"-C", folder, "-c", "core.fsmonitor=false",
		"-c", "core.quotePath=false"}, args...)...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_DIR=") || strings.HasPrefix(v, "GIT_WORK_TREE=") ||
			strings.HasPrefix(v, "GIT_INDEX_FILE=") || strings.HasPrefix(v, "GIT_PREFIX=") ||
			strings.HasPrefix(v, "GIT_TRACE") || strings.HasPrefix(v, "GIT_NAMESPACE=")
	}), "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = stdin, &said
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return out, fmt.Errorf("git: %w: %s", err, strings.TrimPrefix(line, "fatal: "))
	}
	return out, nil
}

// object is a file of a revision.
type object struct {
	mode, kind, hash string
	size             int64
	path             string // with slashes, within the bot's folder
}

// Modes of objects, as git writes them.
const (
	modeProgram   = "100755"
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// extract writes the files that a folder of a repository had in a revision into a new folder. It reads the objects
// themselves: no hook and no filter of the repository runs, and the working folder stays as it is. missing are lines
// about what the new folder does not have.
func extract(ctx context.Context, folder, revision, into string) (missing []string, err error) {
	list, err := objects(ctx, folder, revision)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(into)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var blobs []object
	for _, o := range list {
		if o.mode == modeSubmodule {
			missing = append(missing, fmt.Sprintf("the submodule %s", o.path))
		} else {
			blobs = append(blobs, o)
		}
	}
	absent, err := writeAll(ctx, folder, root, blobs)
	if err != nil {
		return nil, err
	}
	return append(append(missing, absent...), ignored(ctx, folder)...), nil
}

// objects lists the files of a folder in a revision.
func objects(ctx context.Context, folder, revision string) ([]object, error) {
	prefix, err := git(ctx, folder, nil, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, fmt.Errorf("the folder %s is in no git repository that can be read (%w)", folder, err)
	}
	commit := []byte(nil)
	if !strings.HasPrefix(revision, "-") {
		commit, err = git(ctx, folder, nil, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || len(commit) == 0 {
		return nil, fmt.Errorf("git knows no revision %q there, expected a branch, a tag, a commit or HEAD~N", revision)
	}
	tree := strings.TrimSpace(string(commit))
	if dir := strings.Trim(strings.TrimSuffix(string(prefix), "\n"), "/"); dir != "" {
		tree += ":" + dir
	}
	out, err := git(ctx, folder, nil, "ls-tree", "-r", "-z", "-l", "--full-tree", tree)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("revision %s has no such folder", revision)
	}
	return parseTree(out)
}

// parseTree reads the output of ls-tree.
func parseTree(out []byte) (list []object, err error) {
	bytesInAll := int64(0)
	for line := range bytes.SplitSeq(out, []byte{0}) {
		if len(line) == 0 {
			continue
		}
		about, name, ok := strings.Cut(string(line), "\t")
		words := strings.Fields(about)
		if !ok || len(words) != 4 {
			return nil, fmt.Errorf("git printed %q, expected mode, kind, hash, size and path of a file", line)
		}
		o := object{mode: words[0], kind: words[1], hash: words[2], path: name}
		if o.mode != modeSubmodule {
			if o.size, err = strconv.ParseInt(words[3], 10, 64); err != nil {
				return nil, fmt.Errorf("git printed %q, expected the size of a file", line)
			}
		}
		if !filepath.IsLocal(filepath.FromSlash(name)) || hasGit(name) {
			return nil, fmt.Errorf("the revision has a file %q, which is outside the folder or belongs to git itself",
				name)
		}
		list, bytesInAll = append(list, o), bytesInAll+o.size
	}
	switch {
	case len(list) == 0:
		return nil, errors.New("the folder is empty in that revision")
	case len(list) > maxFiles:
		return nil, fmt.Errorf("the folder has %d files in that revision, expected %d at most", len(list), maxFiles)
	case bytesInAll > maxBytes:
		return nil, fmt.Errorf("the folder has %d MiB in that revision, expected %d MiB at most", bytesInAll>>20,
			maxBytes>>20)
	}
	return list, nil
}

// hasGit reports whether a part of a path is .git, in whatever letters.
func hasGit(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.EqualFold(part, ".git")
	})
}

// writeAll writes files and links into a folder. absent are lines about those that it could not write.
func writeAll(ctx context.Context, folder string, root *os.Root, list []object) (absent []string, err error) {
	var asked strings.Builder
	for _, o := range list {
		asked.WriteString(o.hash + "\n")
	}
	out, err := git(ctx, folder, strings.NewReader(asked.String()), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	r := bufio.NewReader(bytes.NewReader(out))
	for _, o := range list {
		header, err := r.ReadString('\n')
		if words := strings.Fields(header); err != nil || len(words) != 3 || words[0] != o.hash {
			return nil, fmt.Errorf("the file %s is not in this repository, which is not complete", o.path)
		}
		content := make([]byte, o.size+1)
		if _, err := io.ReadFull(r, content); err != nil {
			return nil, fmt.Errorf("the file %s: %w", o.path, err)
		}
		line, err := write(root, o, content[:o.size])
		if err != nil {
			return nil, err
		}
		if line != "" {
			absent = append(absent, line)
		}
	}
	return absent, nil
}

// lfsPointer begins a file whose content git LFS keeps elsewhere.
const lfsPointer = "version https://git-lfs.github.com/spec/"

// write writes a file. line says that its content is missing, or "".
func write(root *os.Root, o object, content []byte) (line string, err error) {
	name := filepath.FromSlash(o.path)
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return "", err
	}
	switch {
	case o.mode == modeLink && !staysInside(o.path, string(content)):
		return fmt.Sprintf("the link %s, which leads out of the folder", o.path), nil
	case o.mode == modeLink:
		if err := root.Symlink(filepath.FromSlash(string(content)), name); err != nil {
			return fmt.Sprintf("the link %s (%v)", o.path, err), nil
		}
		return "", nil
	}
	mode := os.FileMode(0o644)
	if o.mode == modeProgram {
		mode = 0o755
	}
	if err := root.WriteFile(name, content, mode); err != nil {
		return "", err
	}
	if bytes.HasPrefix(content, []byte(lfsPointer)) {
		return fmt.Sprintf("the content of %s, which git LFS keeps elsewhere", o.path), nil
	}
	return "", nil
}

// staysInside reports whether a link leads to somewhere in its folder.
func staysInside(link, target string) bool {
	return target != "" && !path.IsAbs(target) && !filepath.IsAbs(target) &&
		filepath.IsLocal(filepath.FromSlash(path.Join(path.Dir(link), target)))
}

// ignored returns a line about files of the working folder that are not in git because it ignores them, such as data
// that a bot reads, or no line.
func ignored(ctx context.Context, folder string) []string {
	out, err := git(ctx, folder, nil, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
	if err != nil || len(out) == 0 {
		return nil
	}
	list := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	const shown = 3
	text := english.And(list)
	if len(list) > shown {
		text = fmt.Sprintf("%s and %d more", strings.Join(list[:shown], ", "), len(list)-shown)
	}
	return []string{"what git ignores: " + text}
}
