package train

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"blastyard/train/internal/render"
)

// TestRender: a picture has as many bytes as its answer says and shows the requested match; wrong requests give errors.
func TestRender(t *testing.T) {
	for _, config := range []string{
		`{"game":"hexabomb","map":"tiny","matches":3,"opponents":{"1":"greedy"},"turns":20}`,
		`{"game":"bomberman","matches":3,"opponents":{"1":"gatherer"}}`,
	} {
		c := serving(t, config)
		c.step()
		for _, width := range []int{0, 200} {
			answer, pixels := c.rendered(fmt.Sprintf(`{"do":"render","matches":[1],"mode":"rgb_array","width":%d}`, width))
			if width == 0 {
				width = render.DefaultWidth
			}
			if answer.Width != width || answer.Height < width/3 || len(pixels) != 3*answer.Width*answer.Height {
				t.Errorf("%+v and %d bytes, asked for a width of %d", answer, len(pixels), width)
			}
		}
		answer, text := c.rendered(`{"do":"render","matches":[1],"mode":"ansi"}`)
		opponent := c.server.facts.Opponents["1"]
		if answer.Width != 0 || !strings.Contains(text, "player_0") || !strings.Contains(text, opponent) || strings.Contains(text, "\x1b") {
			t.Errorf("the text is\n%s", text)
		}
		if _, text := c.rendered(`{"do":"render","matches":[1],"mode":"ansi","colour":true}`); !strings.Contains(text, "\x1b[") {
			t.Errorf("no colour in %q", text)
		}
		for request, want := range map[string]string{
			`{"do":"render","matches":[3],"mode":"ansi"}`:                  "matches[0] is 3, expected 0 to 2",
			`{"do":"render","mode":"ansi"}`:                                "matches names 3 matches, expected one to show",
			`{"do":"render","matches":[0]}`:                                `mode is "", expected "rgb_array", "ansi"`,
			`{"do":"render","matches":[0],"mode":"human"}`:                 `mode is "human", expected "rgb_array", "ansi"`,
			`{"do":"render","matches":[0],"mode":"rgb_array","width":63}`:  "Width is 63, expected 64 to 4000",
			`{"do":"render","matches":[0],"mode":"rgb_array","width":-64}`: "Width is -64, expected 64 to 4000",
			`{"do":"page"}`: "matches names 3 matches, expected one to show",
		} {
			if got := decodeError(t, c.ask(request+"\n")); !strings.Contains(got, want) {
				t.Errorf("%s: %s, expected %s", request, got, want)
			}
		}
	}
}

// rendered requests a picture.
func (c *client) rendered(request string) (answer rendered, data string) {
	c.t.Helper()
	head, data, _ := strings.Cut(c.ask(request+"\n"), "\n")
	if err := json.Unmarshal([]byte(head), &answer); err != nil || answer.Bytes != len(data) || len(data) == 0 {
		c.t.Fatalf("%s: %.300s and %d bytes: %v", request, head, len(data), err)
	}
	return answer, data
}

// TestPageFollows: the page shows the requested matches at each step and reset, until it is closed.
func TestPageFollows(t *testing.T) {
	c := serving(t, `{"game":"hexabomb","map":"tiny","matches":3,"turns":4}`)
	var page struct{ URL string }
	for _, i := range []int{2, 0, 2} {
		if err := json.Unmarshal([]byte(c.ask(fmt.Sprintf(`{"do":"page","matches":[%d]}`, i)+"\n")), &page); err != nil {
			t.Fatal(err)
		}
	}
	c.step()
	c.step()
	want := []string{"match 0, episode 0: turn 3 live", "match 2, episode 0: turn 3 live"} // the first turn is not shown
	if got := onPage(t, page.URL); !sameLines(got, want) {
		t.Errorf("the page shows %q, expected %q", got, want)
	}
	c.step() // the last turn
	c.step() // the next episode
	if answer := c.ask(`{"do":"reset","matches":[2]}` + "\n"); answer != "." {
		t.Fatal(answer)
	}
	want = []string{"match 0, episode 0: turn 4", "match 2, episode 0: turn 4", "match 0, episode 1: turn 1 live",
		"match 2, episode 1: turn 1", "match 2, episode 2: turn 1 live"}
	if got := onPage(t, page.URL); !sameLines(got, want) {
		t.Errorf("the page shows %q, expected %q", got, want)
	}
	c.server.page.Close()
	if r, err := get(t, page.URL); err == nil {
		r.Body.Close()
		t.Error("the page answers after its end")
	}
}

func get(t *testing.T, url string) (*http.Response, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	return (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
}

// onPage returns the matches of a page, one line each.
func onPage(t *testing.T, url string) (lines []string) {
	t.Helper()
	r, err := get(t, url+"api/matches")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var list struct {
		Matches []struct {
			Title string
			Turn  int
			Live  bool
		}
	}
	if err := json.NewDecoder(bufio.NewReader(io.LimitReader(r.Body, 1<<20))).Decode(&list); err != nil {
		t.Fatal(err)
	}
	for _, m := range list.Matches {
		title, _ := strings.CutPrefix(m.Title, "hexabomb on tiny, ")
		line := fmt.Sprintf("%s: turn %d", title, m.Turn)
		if m.Live {
			line += " live"
		}
		lines = append(lines, line)
	}
	return lines
}

// sameLines compares lines in any order.
func sameLines(a, b []string) bool {
	count := map[string]int{}
	for _, x := range a {
		count[x]++
	}
	for _, x := range b {
		count[x]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
