package programs

import (
	"path"
	"regexp"
	"strings"

	"blastyard/internal/plain"
)

// errorLines is how many of a program's last lines are searched for its error.
const errorLines = 40

// Formats in which languages print the file and the line of an error.
var (
	pythonFrame = regexp.MustCompile(`^\s*File "(.+)", line (\d+)`)
	stackFrame  = regexp.MustCompile(`^\s+at .*?([^\s(/\\:]+):(?:line )?(\d+)(?::\d+)?\)?$`) // Java, JavaScript, C#
	goFrame     = regexp.MustCompile(`^\t\S*?([^/\s]+\.go):(\d+)( \+0x[0-9a-f]+)?$`)
	rustPanic   = regexp.MustCompile(`^thread '.*' .*panicked at (?:.*/)?([^/:]+):(\d+):\d+:$`)
)

// lastError returns the error in the last lines of a program, in one line and with its position, as Python,
// JavaScript, Java, C#, Go and Rust print it. If it finds none, it returns the last line.
func lastError(lines []string) string {
	text, file, line := "", "", ""
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "Traceback (most recent call last)"):
			text, file, line = pythonError(lines[i+1:])
		case strings.HasPrefix(l, "panic: "), strings.HasPrefix(l, "fatal error: "):
			text, file, line = l, "", ""
		case rustPanic.MatchString(l) && i+1 < len(lines):
			m := rustPanic.FindStringSubmatch(l)
			text, file, line = "panicked: "+lines[i+1], m[1], m[2]
		case stackFrame.MatchString(l) && i > 0 && !stackFrame.MatchString(lines[i-1]) && text == "":
			m := stackFrame.FindStringSubmatch(l)
			text, file, line = lines[i-1], m[1], m[2]
		case goFrame.MatchString(l) && file == "" && strings.HasPrefix(lines[i-1], "main."):
			m := goFrame.FindStringSubmatch(l)
			file, line = m[1], m[2]
		}
	}
	for i := len(lines) - 1; i >= 0 && text == ""; i-- {
		text = strings.TrimSpace(lines[i])
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, `Exception in thread "main" `), "Unhandled exception. ")
	if text != "" && file != "" {
		text += " (" + file + ":" + line + ")"
	}
	return plain.Text(text)
}

// withAdvice adds to the error of a program what its author can do where only the sandbox is the reason.
func withAdvice(text string) string {
	lower := strings.ToLower(text)
	if strings.Contains(lower, "read-only file system") || strings.Contains(lower, "erofs") {
		text += "; in the sandbox a folder of more than 32 MiB or 2,000 files can only be read: write to TMPDIR"
	}
	return text
}

// pythonError parses what follows the first line of a traceback: the last position outside of libraries, and the
// error.
func pythonError(lines []string) (text, file, line string) {
	for _, l := range lines {
		m := pythonFrame.FindStringSubmatch(l)
		switch {
		case m != nil:
			library := strings.Contains(m[1], "/lib/python") || strings.HasPrefix(m[1], "<")
			if file == "" || !library {
				file, line = path.Base(strings.ReplaceAll(m[1], `\`, "/")), m[2]
			}
		case l != "" && l[0] != ' ':
			return l, file, line
		}
	}
	return "", file, line
}
