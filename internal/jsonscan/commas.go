package jsonscan

import "bytes"

// WithoutLastCommas returns a JSON text with a space in place of each comma that stands behind a value and before a
// closing brace or bracket, and the offsets of these commas. Some writers and readers of JSON take such commas. The
// text keeps its length; data does not change.
func WithoutLastCommas(data []byte) (text []byte, commas []int) {
	text = data
	comma, value := -1, false // an open comma that came behind a value, and whether a value came last
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case ' ', '\t', '\n', '\r':
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			comma, value = -1, true
		case ',':
			if comma = -1; value {
				comma = i
			}
			value = false
		case '}', ']':
			if comma >= 0 {
				if commas == nil {
					text = bytes.Clone(data)
				}
				text[comma] = ' '
				commas = append(commas, comma)
			}
			comma, value = -1, true
		default:
			comma, value = -1, c != '{' && c != '[' && c != ':'
		}
	}
	return text, commas
}
