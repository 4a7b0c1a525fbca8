//go:build !js

package errortext

import "log/slog"

// Attr makes a log for people write errors as Line does; it is for slog.HandlerOptions.ReplaceAttr.
func Attr(_ []string, a slog.Attr) slog.Attr {
	if err, is := a.Value.Any().(error); is {
		a.Value = slog.StringValue(Line(err))
	}
	return a
}
