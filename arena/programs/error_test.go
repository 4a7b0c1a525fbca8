package programs

import (
	"strings"
	"testing"
)

// TestLastError: the error of a program and its position are found, for each language.
func TestLastError(t *testing.T) {
	for name, c := range map[string]struct{ printed, want string }{
		"nothing":    {"", ""},
		"the end":    {"line one\nlast words\n\n", "last words"},
		"python":     {"hello\nTraceback (most recent call last):\n  File \"/a/bot.py\", line 60, in <module>\n    main()\n  File \"/a/bot.py\", line 49, in main\n    {}[\"oops\"]\n    ~~^^^^^^^^\nKeyError: 'oops'", "KeyError: 'oops' (bot.py:49)"},
		"a library":  {"Traceback (most recent call last):\n  File \"bot.py\", line 7, in <module>\n    json.loads(x)\n  File \"/usr/lib/python3.13/json/decoder.py\", line 345, in decode\n    raise e\njson.decoder.JSONDecodeError: Expecting value", "json.decoder.JSONDecodeError: Expecting value (bot.py:7)"},
		"javascript": {"file:///a/bot.mjs:12\n  null.x;\n       ^\n\nTypeError: Cannot read properties of null (reading 'x')\n    at choose (file:///a/bot.mjs:12:8)\n    at file:///a/bot.mjs:30:3\n\nNode.js v20.1.0", "TypeError: Cannot read properties of null (reading 'x') (bot.mjs:12)"},
		"java":       {"Exception in thread \"main\" java.lang.IllegalStateException: oops\n\tat Bot.choose(Bot.java:12)\n\tat Bot.main(Bot.java:30)", "java.lang.IllegalStateException: oops (Bot.java:12)"},
		"c#":         {"Unhandled exception. System.Exception: oops\n   at Bot.Main(String[] args) in /a/Bot.cs:line 12", "System.Exception: oops (Bot.cs:12)"},
		"go":         {"panic: oops\n\ngoroutine 1 [running]:\nmain.choose(...)\n\t/a/bot/main.go:12\nmain.main()\n\t/a/bot/main.go:30 +0x1d\nexit status 2", "panic: oops (main.go:12)"},
		"go, inside": {"panic: oops\n\ngoroutine 1 [running]:\nslices.Insert(...)\n\t/go/src/slices/slices.go:99\nmain.main()\n\t/a/bot/main.go:30 +0x1d\n", "panic: oops (main.go:30)"},
		"rust":       {"thread 'main' (77) panicked at src/main.rs:12:5:\noops\nnote: run with `RUST_BACKTRACE=1`", "panicked: oops (main.rs:12)"},
		"escapes":    {"\x1b[31mred", "red"},
	} {
		got := lastError(strings.Split(c.printed, "\n"))
		if name == "escapes" {
			if strings.ContainsRune(got, 0x1b) {
				t.Errorf("%s: %q", name, got)
			}
			continue
		}
		if got != c.want {
			t.Errorf("%s: got %q, expected %q", name, got, c.want)
		}
	}
}

// TestAdvice: a bot that may only read its folder is told where it can write, in the words of each language.
func TestAdvice(t *testing.T) {
	for _, text := range []string{"OSError: [Errno 30] Read-only file system: 'bot.log' (bot.py:2)", "open bot.log: read-only file system",
		"Error: EROFS: read-only file system, open 'bot.log' (bot.js:1)", "java.nio.file.FileSystemException: bot.log: Read-only file system"} {
		if got := withAdvice(text); !strings.HasPrefix(got, text+"; ") || !strings.HasSuffix(got, ": write to TMPDIR") {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := withAdvice("KeyError: 'oops'"); got != "KeyError: 'oops'" {
		t.Error(got)
	}
}
