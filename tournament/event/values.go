package event

import (
	"math"
	"strconv"
	"strings"
	"time"

	"blastyard/arena"
)

// duration reads a duration such as "500ms".
func (s *section) duration(key string, into *arena.Duration) {
	v, there := s.value(key)
	if !there {
		return
	}
	text, _ := v.(string)
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		*into = arena.Duration(d)
		return
	}
	s.wrong(key, `a time such as "500ms" or "2s"`)
}

// sizes are the units of bytes.
var sizes = []struct {
	unit  string
	bytes float64
}{{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"KiB", 1 << 10}, {"MiB", 1 << 20},
	{"GiB", 1 << 30}, {"TiB", 1 << 40}, {"B", 1}}

// bytes reads a size such as "10 MB", or a number of bytes.
func (s *section) bytes(key string, into *int64) {
	v, there := s.value(key)
	switch v := v.(type) {
	case int64:
		if v > 0 {
			*into = v
			return
		}
	case string:
		if n, ok := parseSize(v); ok {
			*into = n
			return
		}
	}
	if there {
		s.wrong(key, `a size such as "10 MB"`)
	}
}

func parseSize(text string) (bytes int64, ok bool) {
	for _, size := range sizes {
		number, found := strings.CutSuffix(text, size.unit)
		if !found {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if n *= size.bytes; err == nil && n >= 1 && n < math.MaxInt64/2 {
			return int64(n), true
		}
	}
	return 0, false
}

// keep reads a rule that selects replays.
func (s *section) keep(key string, into *Keep) {
	var text string
	if s.text(key, &text); !s.isText(key) {
		return
	}
	switch rule, number, _ := strings.Cut(text, " "); {
	case text == KeepAll || text == KeepFailures:
		into.Rule = text
		return
	case rule == KeepLast:
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			into.Rule, into.Last = KeepLast, n
			return
		}
	}
	s.wrong(key, `"all", "failures", or "last 1000" (the newest so many)`)
}
