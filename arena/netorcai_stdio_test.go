//go:build unix

package arena

import (
	"strings"
	"testing"
	"time"

	"blastyard/harness"
	"blastyard/stdio"
)

// TestLastWordsOfABotThatIsGone: a bot that prints something and ends at once is told what was wrong with its line, at
// whatever moment it is asked.
func TestLastWordsOfABotThatIsGone(t *testing.T) {
	const moments = 200
	for i := range moments {
		bot, err := stdio.Start(t.Context(), harness.Command{Line: "echo Hello, arena"})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 20 * time.Microsecond)
		_, err = askActions(t.Context(), bot, 0, []byte("{}"))
		if err == nil || !strings.Contains(err.Error(), `line 1 of its standard output is "Hello, arena"`) {
			t.Errorf("asked %d µs after its start: %v", 20*i, err)
		}
		bot.Close()
		<-bot.Process().Done()
	}
}
