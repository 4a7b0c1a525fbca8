package flagerror

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// meant is "; did you mean VALUE?" with the value of a kind that was probably meant by one that is none: a number with
// signs between its digits, a time with a blank, a comma or another unit; "" for none.
func meant(kind, value string) string {
	typed := value
	value = strings.ToLower(strings.TrimSpace(norm.NFKC.String(value)))
	found := ""
	switch {
	case kind == "duration":
		found = timeOf(value)
	case strings.HasPrefix(kind, "int") || strings.HasPrefix(kind, "uint"):
		found = whole(value)
	case strings.HasPrefix(kind, "float"):
		if f, err := strconv.ParseFloat(strings.Replace(value, ",", ".", 1), 64); err == nil {
			found = strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	if found == "" || found == typed || strings.HasPrefix(kind, "uint") && strings.HasPrefix(found, "-") {
		return ""
	}
	return "; did you mean " + found + "?"
}

// whole is a whole number as people and other programs write it, or "".
func whole(value string) string {
	digits := strings.NewReplacer(",", "", ".", "", " ", "", "'", "", "’", "", "_", "").Replace(value)
	if first, rest, is := strings.Cut(strings.NewReplacer(",", ".").Replace(value), "."); is && len(rest)%4 != 3 {
		digits = "" // no sign between thousands
		if strings.Trim(rest, "0") == "" {
			digits = first
		}
	}
	if f, err := strconv.ParseFloat(value, 64); err == nil && strings.Contains(value, "e") && f == float64(int64(f)) {
		digits = strconv.FormatInt(int64(f), 10)
	}
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	return ""
}

// units are those of times as people write them.
var units = []struct{ word, unit string }{
	{"milliseconds", "ms"}, {"millis", "ms"}, {"msec", "ms"}, {"ms", "ms"}, {"seconds", "s"}, {"second", "s"},
	{"secs", "s"}, {"sec", "s"}, {"minutes", "m"}, {"minute", "m"}, {"mins", "m"}, {"min", "m"}, {"hours", "h"},
	{"hour", "h"}, {"hrs", "h"}, {"hr", "h"}, {"h", "h"}, {"m", "m"}, {"s", "s"}, {"", "s"},
}

// timeOf is a time as Go writes it, or "".
func timeOf(value string) string {
	value = strings.ReplaceAll(strings.Replace(value, ",", ".", 1), " ", "")
	for _, u := range units {
		number, is := strings.CutSuffix(value, u.word)
		if !is {
			continue
		}
		if _, err := strconv.ParseFloat(number, 64); err != nil {
			return ""
		}
		if _, err := time.ParseDuration(number + u.unit); err != nil {
			return ""
		}
		return number + u.unit
	}
	return ""
}
