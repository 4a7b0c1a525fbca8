package letters

import (
	"iter"
	"strings"
	"syscall/js"
	"unicode/utf8"
)

// A browser has the tables of Unicode itself: they would make the module a fifth larger.

// All yields the clusters of a text in order, each with its width in columns of a terminal: 2 for the wide letters of
// East Asia and for pictures, 0 for what cannot be seen, 1 for others.
func All(text string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		if ascii(text) {
			bytewise(text, yield)
			return
		}
		for _, cluster := range split(text) {
			if !yield(cluster, width(cluster)) {
				return
			}
		}
	}
}

// split splits a text into clusters. Invalid bytes are clusters of their own.
func split(text string) (clusters []string) {
	for len(text) > 0 {
		if r, size := utf8.DecodeRuneInString(text); r == utf8.RuneError && size == 1 {
			clusters, text = append(clusters, text[:1]), text[1:]
			continue
		}
		valid := text
		if end := strings.IndexFunc(text, func(r rune) bool { return r == utf8.RuneError }); end > 0 {
			valid = text[:end]
		} else if end == 0 {
			valid = "\uFFFD" // a replacement character that stands in the text
		}
		clusters, text = append(clusters, segments(valid)...), text[len(valid):]
	}
	return clusters
}

// segments are the clusters of valid UTF-8, as the browser finds them.
func segments(text string) (clusters []string) {
	segmenter := js.Global().Get("Intl").Get("Segmenter")
	if segmenter.IsUndefined() { // a browser of before 2024
		return strings.Split(text, "")
	}
	found := js.Global().Get("Array").Call("from", segmenter.New("und").Call("segment", text))
	for i := range found.Length() {
		clusters = append(clusters, found.Index(i).Get("segment").String())
	}
	return clusters
}

// wide are the first and last characters of blocks whose letters have two columns.
var wide = [][2]rune{
	{0x1100, 0x115f}, {0x231a, 0x231b}, {0x23e9, 0x23ec}, {0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf},
	{0x4e00, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60},
	{0xffe0, 0xffe6}, {0x1f1e6, 0x1f1ff}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff},
	{0x20000, 0x3fffd},
}

func width(cluster string) int {
	r, _ := utf8.DecodeRuneInString(cluster)
	if r < ' ' || r == 0x7f || r == 0x200b || r == 0xfeff {
		return 0
	}
	if strings.ContainsRune(cluster, 0xfe0f) {
		return 2
	}
	for _, block := range wide {
		if block[0] <= r && r <= block[1] {
			return 2
		}
	}
	return 1
}

// NFC is a text in normal form C.
func NFC(text string) string { return normalize(text, "NFC") }

// NFKD is a text in normal form KD: without the differences of form, and with marks apart from their letters.
func NFKD(text string) string { return normalize(text, "NFKD") }

// normalize leaves what is not valid UTF-8 as it is.
func normalize(text, form string) string {
	if ascii(text) || !utf8.ValidString(text) {
		return text
	}
	return js.Global().Get("String").Get("prototype").Get("normalize").Call("call", text, form).String()
}
