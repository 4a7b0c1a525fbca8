package lettering

import (
	"slices"
	"unicode"
)

// Packages names the packages of Debian and Ubuntu with fonts that have some letters.
func Packages(letters []string) []string {
	var packages []string
	for _, letter := range letters {
		if name := packageOf(letter); !slices.Contains(packages, name) {
			packages = append(packages, name)
		}
	}
	slices.Sort(packages)
	return packages
}

func packageOf(letter string) string {
	if isEmoji(letter) {
		return "fonts-noto-color-emoji"
	}
	for _, r := range letter {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
			0x3000 <= r && r <= 0x30ff || 0xff00 <= r && r <= 0xffef {
			return "fonts-noto-cjk"
		}
	}
	return "fonts-noto-core"
}
