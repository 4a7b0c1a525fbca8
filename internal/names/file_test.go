package names

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkFile finds what a file's name must not be on Linux, macOS or Windows.
func checkFile(t *testing.T, file string) {
	t.Helper()
	if file == "" || len(file) > mostFile || strings.ContainsAny(file, unfit) || !utf8.ValidString(file) || IsDevice(file) ||
		strings.ContainsAny(file[:1], "- ") || strings.ContainsAny(file[len(file)-1:], ". ") {
		t.Errorf("a file is called %q", file)
	}
}

func TestFiles(t *testing.T) {
	for in, want := range map[string]string{
		"ann": "ann", "The Bombers": "The Bombers", "x_1-2.3": "x_1-2.3", "Zoë": "Zoë", "チーム": "チーム", "हिन्दी": "हिन्दी", "فريق": "فريق", "Jose\u0301": "José", // as they are
		"O'Brien": "O_Brien", "Team: Ann": "Team_ Ann", "Why?": "Why_", "a/b\\c": "a_b_c", "..": "__", ".": "_", ".NET": ".NET", "ann.": "ann_", "CON": "_CON",
		"nul.txt": "_nul.txt", "com¹": "_com¹", "": "_", "\u202e": "_", "../../etc": ".._.._etc",
		strings.Repeat("チ", 60): strings.Repeat("チ", 40),
	} {
		if got := File(in); got != want {
			t.Errorf("File(%q) is %q, expected %q", in, got, want)
		}
		checkFile(t, File(in))
	}
	list := []string{"a:b", "a?b", "a_b", "A_B", "Ann", "ann", "a_b-2", "ＡＮＮ", "CON", "_con"}
	got := Files(list)
	want := []string{"a_b-3", "a_b-4", "a_b", "A_B-2", "Ann", "ann-2", "a_b-2-2", "ＡＮＮ", "_CON-2", "_con"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
	for _, file := range append(Files(good), Files([]string{strings.Repeat(astronaut, 40), strings.Repeat(astronaut, 39)})...) {
		checkFile(t, file)
	}
}
