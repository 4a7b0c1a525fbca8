package harness

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// systemFolders are the system's folders that every bot may read.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix"}

// OwnFolder finds the folder of a bot from its command line: the folder of the first file in the line that is outside
// of the system's folders. If that folder is the working folder dir, it is the bot's only if the bot is alone there;
// otherwise only the file is the bot's. A folder that contains dir, or the home folder, is never the bot's. The other
// files in the line are returned, too. If the line names no file, the folder is that of the program.
func OwnFolder(words []string, dir string, alone bool) (folder string, others []string) {
	at := Command{Dir: dir}
	working := at.abs("")
	home, _ := os.UserHomeDir()
	notItsOwn := func(path string) bool {
		return holds(path, home) || holds(path, working) && !(alone && path == working)
	}
	for _, w := range words {
		for part := range strings.SplitSeq(w, string(os.PathListSeparator)) { // java -cp a.jar:b.jar
			path := at.abs(part)
			st, err := os.Stat(path)
			if part == "" || err != nil || inSystem(path) || inKernel(path) {
				continue
			}
			if !st.IsDir() && !notItsOwn(filepath.Dir(path)) {
				path = filepath.Dir(path)
			}
			switch {
			case notItsOwn(path):
			case folder == "":
				folder = path
			case path != folder && !slices.Contains(others, path):
				others = append(others, path)
			}
		}
	}
	if folder == "" {
		if program, err := at.resolve(words); err == nil {
			folder = program
		}
	}
	return folder, others
}

// inKernel reports whether a path, such as /dev/null, leads to a device or to a file that the kernel makes up.
func inKernel(path string) bool {
	return slices.ContainsFunc([]string{"/dev", "/proc", "/sys"}, func(s string) bool { return within(s, path) })
}

func inSystem(path string) bool {
	return slices.ContainsFunc(systemFolders, func(s string) bool { return s != "/opt" && within(s, path) })
}

// programFolders returns what must be readable to run a program outside of the system's folders: the file itself; if
// it is in a bin folder beside a lib folder, the folder of both; if it is in a hidden folder such as ~/.pyenv, that
// folder.
func programFolders(path string) (folders []string) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		target = path
	}
	home, _ := os.UserHomeDir()
	for _, p := range []string{path, target} {
		folders = append(folders, p)
		if hidden := hiddenFolder(p); hidden != "" {
			folders = append(folders, hidden)
		}
		dir := filepath.Dir(p)
		above := filepath.Dir(dir)
		if filepath.Base(dir) == "bin" && filepath.Base(above) != ".local" && !holds(above, home) &&
			exists(filepath.Join(above, "lib")) {
			folders = append(folders, above)
		}
	}
	return folders
}

// hiddenFolder returns the first folder in the path of a file whose name begins with a dot, if it is the folder of a
// tool.
func hiddenFolder(file string) string {
	hidden := ""
	for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if strings.HasPrefix(filepath.Base(dir), ".") {
			hidden = dir
		}
	}
	switch filepath.Base(hidden) {
	case ".local", ".config", ".cache", ".ssh", ".": // folders with other private files
		return ""
	}
	return hidden
}

// holds reports whether a folder is the root, equals another folder, or contains it.
func holds(folder, other string) bool {
	return filepath.Dir(folder) == folder || other != "" && within(folder, other)
}

// within reports whether a path is a folder or is below it.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
