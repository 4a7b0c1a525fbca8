//go:build !js

package errortext

import (
	"log/slog"
	"net/url"
)

// addressed is the text of an error about an address of the web.
func addressed(err error) (text string, is bool) {
	if e, is := err.(*url.Error); is { //nolint:errorlint // this one, not one below it
		return e.URL + ": " + Text(e.Err), true
	}
	return "", false
}

// Attr makes a log for people write errors as Line does; it is for slog.HandlerOptions.ReplaceAttr.
func Attr(_ []string, a slog.Attr) slog.Attr {
	if err, is := a.Value.Any().(error); is {
		a.Value = slog.StringValue(Line(err))
	}
	return a
}
