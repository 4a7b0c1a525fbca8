// Package texttest writes texts as programs of other systems write them, for tests of what reads them.
package texttest

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// Written returns s in all encodings that a reader must understand, with and without a byte order mark.
func Written(s string) map[string][]byte {
	in16 := func(order binary.AppendByteOrder, s string) (b []byte) {
		for _, u := range utf16.Encode([]rune(s)) {
			b = order.AppendUint16(b, u)
		}
		return b
	}
	in32 := func(order binary.AppendByteOrder, s string) (b []byte) {
		for _, r := range s {
			b = order.AppendUint32(b, uint32(r))
		}
		return b
	}
	const mark = "\ufeff"
	return map[string][]byte{
		"plain": []byte(s), "mark": []byte(mark + s), "zeros at the end": []byte(s + "\x00\x00\x00"),
		"UTF-16LE": in16(binary.LittleEndian, mark+s), "UTF-16BE": in16(binary.BigEndian, mark+s),
		"UTF-32LE": in32(binary.LittleEndian, mark+s), "UTF-32BE": in32(binary.BigEndian, mark+s),
		"UTF-16LE, no mark": in16(binary.LittleEndian, s), "UTF-16BE, no mark": in16(binary.BigEndian, s),
		"UTF-32LE, no mark": in32(binary.LittleEndian, s), "UTF-32BE, no mark": in32(binary.BigEndian, s),
		"UTF-16LE, zeros": in16(binary.LittleEndian, mark+s+"\x00\x00"),
	}
}

// OnWindows returns s as people save it on Windows: with CR LF, and in each of the encodings.
func OnWindows(s string) map[string][]byte {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
	all := Written(s)
	all["CR LF"] = []byte(s)
	return all
}
