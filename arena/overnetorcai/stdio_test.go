//go:build unix

package overnetorcai

import (
	"strings"
	"testing"
	"time"

	"blastyard/arena/harness"
	"blastyard/arena/programs"
	"blastyard/internal/stage"
)

// TestLastWordsOfABotThatIsGone: if a bot prints a wrong line and ends at once, the line is reported, however long
// after its end the bot is asked.
func TestLastWordsOfABotThatIsGone(t *testing.T) {
	step := 200 * time.Microsecond
	if stage.All() {
		step /= 10
	}
	for pause := time.Duration(0); pause < 4*time.Millisecond; pause += step {
		bot, err := programs.StartBot(t.Context(), harness.Command{Line: "echo Hello, arena"})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(pause) // the pause is what is tested: the answer must not depend on it
		_, err = programs.NewStdio(bot, programs.Times{}).Ask(t.Context(), []byte("{}"))
		if err == nil || !strings.Contains(err.Error(), `line 1 of its standard output is "Hello, arena"`) {
			t.Errorf("asked %v after its start: %v", pause, err)
		}
		bot.Close()
		<-bot.Process().Done()
	}
}
