package harness

import (
	"path/filepath"
	"slices"
	"strings"

	"blastyard/internal/anypath"
)

// SplitIn is Split for a command line that is started in a folder. People prepare folders on Windows: a word with
// backslashes that names a file of the folder there names it here, and so does the program, or the script behind it, in
// another case of letters.
func SplitIn(line, dir string) ([]string, error) {
	words, err := Split(line)
	if onWindows {
		return words, err
	}
	if theirs, theirErr := split(line, true); strings.Contains(line, `\`) && theirErr == nil &&
		(err != nil || len(theirs) == len(words)) && slices.ContainsFunc(theirs, namesFile(dir)) {
		words, err = theirs, nil
	}
	script := false
	for i, w := range words {
		likely := i == 0 && isPath(w, onWindows) || i > 0 && !script && !strings.HasPrefix(w, "-")
		script = script || i > 0 && likely
		if (likely || strings.Contains(w, `\`)) && !filepath.IsAbs(w) {
			words[i], _ = anypath.Find(dir, w)
		}
	}
	return words, err
}

// namesFile tells words with backslashes that name a file of a folder on Windows.
func namesFile(dir string) func(word string) bool {
	return func(word string) bool {
		if !strings.Contains(word, `\`) {
			return false
		}
		_, found := anypath.Find(dir, word)
		return found
	}
}
