//go:build !js

package letters

import (
	"iter"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// All yields the clusters of a text in order, each with its width in columns of a terminal.
func All(text string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		if ascii(text) {
			bytewise(text, yield)
			return
		}
		for rest, state := text, -1; rest != ""; {
			var cluster string
			var width int
			if cluster, rest, width, state = uniseg.FirstGraphemeClusterInString(rest, state); !yield(cluster, width) {
				return
			}
		}
	}
}

// NFC is a text in normal form C.
func NFC(text string) string { return norm.NFC.String(text) }

// NFKD is a text in normal form KD: without the differences of form, and with marks apart from their letters.
func NFKD(text string) string { return norm.NFKD.String(text) }
