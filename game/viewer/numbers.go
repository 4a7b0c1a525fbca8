package viewer

import (
	"strconv"
	"strings"
)

// appendTree appends the state of a game that we do not know, with a text in place of each number that a script of a
// page would read as another one: JavaScript has no whole numbers beyond 2^53.
func appendTree(dst, tree []byte) []byte {
	for i := 0; i < len(tree); {
		switch c := tree[i]; {
		case c == '"':
			end := i + 1
			for end < len(tree) && tree[end] != '"' {
				if tree[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(tree))
			dst, i = append(dst, tree[i:end]...), end
		case c == '-' || c >= '0' && c <= '9':
			end := i + 1
			for end < len(tree) && strings.IndexByte("0123456789+-.eE", tree[end]) >= 0 {
				end++
			}
			if number := string(tree[i:end]); keepsItsValue(number) {
				dst = append(dst, number...)
			} else {
				dst = strconv.AppendQuote(dst, number)
			}
			i = end
		default:
			dst, i = append(dst, c), i+1
		}
	}
	return dst
}

// keepsItsValue reports whether a number is the same one for who reads it as a float64: a whole number has the same
// digits, and no number is too large.
func keepsItsValue(number string) bool {
	const exact = 15 // digits of a whole number that a float64 always holds
	whole := strings.TrimPrefix(number, "-")
	if len(whole) <= exact {
		return !strings.ContainsAny(number, "eE") || isFinite(number)
	}
	if strings.ContainsAny(number, ".eE") {
		return isFinite(number)
	}
	x, err := strconv.ParseFloat(number, 64)
	return err == nil && strconv.FormatFloat(x, 'f', 0, 64) == number
}

func isFinite(number string) bool {
	_, err := strconv.ParseFloat(number, 64)
	return err == nil
}
