package entrant

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/names"
)

// A kept version of a bot is named by the bot's folder, "#" and the version: mybot#3. It is a folder of its own, in the
// folder mybot.versions beside mybot.

// keptEnding ends the name of the folder with the kept versions of a bot.
const keptEnding = ".versions"

const mostVersion = 30 // letters of a version

// KeptFolder returns the folder with the kept versions of the bot in a folder. It may not be there.
func KeptFolder(folder string) (string, error) {
	abs, err := filepath.Abs(folder)
	return abs + keptEnding, err
}

// CutKept splits FOLDER#VERSION. It looks nothing up.
func CutKept(bot string) (folder, version string, is bool) {
	i := strings.LastIndexByte(bot, '#')
	if i <= 0 || !IsVersion(bot[i+1:]) {
		return "", "", false
	}
	return bot[:i], bot[i+1:], true
}

// IsVersion reports whether a text may name a kept version: 1 to 30 characters from a to z, digits, points, hyphens and
// underscores; the first one is a letter or a digit.
func IsVersion(text string) bool {
	for i, c := range text {
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !plain && (i == 0 || !strings.ContainsRune("._-", c)) {
			return false
		}
	}
	return text != "" && len(text) <= mostVersion
}

// KeptVersions returns the versions that are kept of the bot in a folder: the numbers first, in their order.
func KeptVersions(folder string) (list []string) {
	kept, err := KeptFolder(folder)
	if err != nil {
		return nil
	}
	entries, _ := os.ReadDir(kept)
	for _, e := range entries {
		if e.IsDir() && IsVersion(e.Name()) {
			list = append(list, e.Name())
		}
	}
	// Sorted as texts with leading zeros, because the laboratory, which has this too, can sort texts anyway.
	for i, version := range list {
		key := "a"
		if _, err := strconv.Atoi(version); err == nil {
			key = strings.Repeat("0", mostVersion-len(version))
		}
		list[i] = key + version + "\x00" + version
	}
	slices.Sort(list)
	for i, key := range list {
		_, list[i], _ = strings.Cut(key, "\x00")
	}
	return list
}

// keptIn returns the folder of a kept version, if path names one that is there.
func keptIn(path string) (string, bool) {
	folder, version, is := CutKept(path)
	if !is {
		return "", false
	}
	kept, err := KeptFolder(folder)
	if err != nil {
		return "", false
	}
	kept = filepath.Join(kept, version)
	st, err := os.Stat(kept)
	return kept, err == nil && st.IsDir()
}

// keptName returns the name of the bot and the version, if the folder has a kept version.
func keptName(folder string) (name, version string, is bool) {
	bot, is := strings.CutSuffix(filepath.Base(filepath.Dir(folder)), keptEnding)
	return names.Fit(bot), filepath.Base(folder), is && bot != "" && IsVersion(filepath.Base(folder))
}

// nameKept gives a kept version the name of its bot with the version, also if its bot.toml says a name.
func (e *Entrant) nameKept() {
	if name, version, is := keptName(e.Dir); is {
		e.Name = names.Cut(cmp.Or(e.Name, name), names.Most-len(version)-1) + "#" + version
	}
}

// namedByVersion reports whether the entrant is a kept version with the name that nameKept gives.
func (e *Entrant) namedByVersion() bool {
	_, version, is := CutKept(e.Bot)
	return is && strings.HasSuffix(e.Name, "#"+version)
}

// noKept returns an error if a text names a version of a bot's folder that is not kept.
func noKept(bot, dir string) error {
	folder, version, is := CutKept(bot)
	if !is {
		return nil
	}
	_, there := ownFolder(bot, dir)
	if _, ok := ownFolder(folder, dir); !ok || there {
		return nil
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(dir, folder)
	}
	list := KeptVersions(folder)
	if len(list) == 0 {
		return fault(bot, "no version of this bot is kept; bot save keeps one")
	}
	return fault(bot, "there is no version %s, expected one of %s", version, strings.Join(list, ", "))
}
