package harness

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// mostLooked is the limit on how many files of a bot are checked for their rights.
const mostLooked = 2000

// servesAll reports whether any user can run the bot: whether the rights of others suffice for the program and for
// everything in the bot's folders. If not, the bot must run as the owner.
func (s *botSpec) servesAll() bool {
	if len(s.Writable) > 0 || s.FolderWritable {
		return false
	}
	tops := append([]string{s.Folder}, s.Readable...)
	if s.FolderCopied { // the copy belongs to the bot
		tops = s.Readable
	}
	for _, path := range []string{s.Path, s.Dir} {
		if !(s.FolderCopied && within(s.Folder, path)) && !reachable(path, 0o1) {
			return false
		}
	}
	looked := 0
	for _, top := range tops {
		if !reachable(top, 0o4) {
			return false
		}
		err := filepath.WalkDir(top, func(_ string, e fs.DirEntry, err error) error {
			if looked++; looked > mostLooked {
				return fs.ErrInvalid
			}
			if err != nil {
				return err
			}
			info, err := e.Info()
			if err != nil {
				return err
			}
			if st, is := info.Sys().(*syscall.Stat_t); is && !readableByAll(st.Mode) {
				return fs.ErrPermission
			}
			return nil
		})
		if err != nil {
			return false
		}
	}
	return true
}

// reachable reports whether others can reach a path and have certain rights on it.
func reachable(path string, rights os.FileMode) bool {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	st, err := os.Stat(target)
	if err != nil || st.Mode()&rights != rights {
		return false
	}
	for dir := filepath.Dir(target); ; dir = filepath.Dir(dir) {
		if st, err := os.Stat(dir); err != nil || st.Mode()&0o1 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}
