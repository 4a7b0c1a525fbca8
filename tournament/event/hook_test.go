package event

import (
	"encoding/json"
	"strings"
	"testing"
)

const hookedBots = "[[bot]]\ncommand = \"builtin:greedy\"\n[[bot]]\ncommand = \"builtin:hunter\"\n"

// TestHook: a hook is read, is in no JSON of the event, and does not make it another event.
func TestHook(t *testing.T) {
	const secret = "0123456789abcdef"
	e, err := Parse([]byte(hookedBots+"[hook]\nurl = \"https://example.org/hook?k=1\"\nsecret = \""+secret+"\"\nprivate = true\n"),
		t.TempDir())
	if err != nil || e.Hook != (Hook{"https://example.org/hook?k=1", secret, true}) {
		t.Fatalf("%+v, %v", e, err)
	}
	text, err := json.Marshal(e)
	if err != nil || strings.Contains(string(text), secret) || strings.Contains(string(text), "example.org") {
		t.Errorf("%s, %v", text, err)
	}
	without, err := Parse([]byte(hookedBots), t.TempDir())
	if err != nil || without.Hook != (Hook{}) || without.Digest() != e.Digest() {
		t.Errorf("%+v, %v", without.Hook, err)
	}
}

// TestWrongHooks: what is wrong is named by its key, and no error has the secret.
func TestWrongHooks(t *testing.T) {
	for lines, want := range map[string]string{
		"":                                   "hook.url: expected an address such as https://",
		"url = \"ftp://a.b/\"":               "hook.url: expected an address",
		"url = \"example.org/hook\"":         "hook.url: expected an address",
		"url = \"https://u:p@example.org/\"": "hook.url: it has a user",
		"url = \"https://a.b/\"\nsecret = \"tooshort\"": "hook.secret: it has 8 characters, expected 16 or more",
		"url = \"https://a.b/\"\nsecret = \"\"":         "hook.secret: it has 0 characters",
		"url = \"https://a.b/\"\nprivate = 1":           "hook.private is 1, expected true or false",
		"url = \"https://a.b/\"\nsecrets = \"a\"":       "did you mean secret?",
	} {
		_, err := Parse([]byte(hookedBots+"[hook]\n"+lines+"\n"), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "tooshort") {
			t.Errorf("%q: %v, want %s", lines, err, want)
		}
	}
}
