package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"regexp"
	"strings"
	"testing"

	"blastyard/show/lab/module/moduletest"
	"blastyard/show/web"
)

// TestLab: the laboratory as one file contains all that it needs. Its policy allows its script and the frame of its
// bots, and nothing else.
func TestLab(t *testing.T) {
	var page bytes.Buffer
	if err := web.Lab(&page, moduletest.Module(t)); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	script := regexp.MustCompile(`(?s)<script type="module">(.*)</script>\n</body>`).FindStringSubmatch(text)
	policy := regexp.MustCompile(`content="(default-src 'none'; script-src [^"]*)"`).FindStringSubmatch(text)
	if script == nil || policy == nil {
		t.Fatalf("no script or no policy in %d bytes", len(text))
	}
	hash := sha256.Sum256([]byte(script[1]))
	want := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "' " + web.BotFrame +
		" 'wasm-unsafe-eval'; worker-src blob:;"
	if !strings.Contains(policy[1], want) {
		t.Errorf("the policy is %s, expected %s in it", policy[1], want)
	}
	if strings.Contains(policy[1], "unsafe-inline") || strings.Contains(policy[1], "connect-src") {
		t.Errorf("the policy is %s", policy[1])
	}
	for _, outside := range []string{` src="`, ` href="http`, "<link rel=\"stylesheet\""} {
		if strings.Contains(strings.Split(text, "<style>")[0], outside) {
			t.Errorf("the head has %s", outside)
		}
	}
}

// TestBotFrame: the policy allows the current script of the bots' frame.
func TestBotFrame(t *testing.T) {
	source, err := os.ReadFile("src/lab/bot/frame.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(source), `frameHash = "`+web.BotFrame+`"`) {
		t.Errorf("src/lab/bot/frame.ts has another hash than %s", web.BotFrame)
	}
}
