package text

import (
	"errors"
	"strings"
)

// ForeignSize is how many bytes CheckForeign looks at.
const ForeignSize = 10

// foreign are the beginnings of files that people have in the place of a text, and what to do with them.
var foreign = []struct{ begins, text string }{
	{"PK\x03\x04", "it is a zip, or a document of an office program: unpack it, or save it as plain text"},
	{"PK\x05\x06", "it is an empty zip"},
	{"\x1f\x8b", "it is a gzip file: unpack it"},
	{"7z\xbc\xaf\x27\x1c", "it is a 7z file: unpack it"},
	{"Rar!\x1a\x07", "it is a RAR file: unpack it"},
	{"\xfd7zXZ\x00", "it is an xz file: unpack it"},
	{"BZh91AY&SY", "it is a bzip2 file: unpack it"},
	{"\x28\xb5\x2f\xfd", "it is a zstd file: unpack it"},
	{"\xd0\xcf\x11\xe0", "it is a document of an office program: save it as plain text"},
	{"{\\rtf", "it is a document with formats (RTF): save it as plain text"},
	{"%PDF-", "it is a PDF: save it as plain text"},
}

// CheckForeign returns an error for a file that by its first bytes is no text but packed, or a document. It says what
// the file is, and what to do.
func CheckForeign(head []byte) error {
	for _, f := range foreign {
		if strings.HasPrefix(string(head[:min(len(head), ForeignSize)]), f.begins) {
			return errors.New(f.text)
		}
	}
	return nil
}
