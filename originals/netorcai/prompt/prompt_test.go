package prompt

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"blastyard/internal/text/texttest"
	"blastyard/protocol/netorcai/server"
)

// desk is a server with only the settings and the start.
type desk struct {
	settings server.Settings
	start    error
}

func (d *desk) Start() error                               { return d.start }
func (d *desk) Settings() (server.Settings, error)         { return d.settings, nil }
func (d *desk) Change(change func(*server.Settings)) error { change(&d.settings); return nil }

func newShell() *Shell { return &Shell{&desk{settings: server.DefaultSettings()}} }

const (
	accepted  = ". Accepted values: nb-turns-max nb-players-max nb-splayers-max nb-visus-max delay-first-turn delay-turns"
	setSyntax = "expected syntax: set VARIABLE=VALUE\n   (alt syntax): set VARIABLE VALUE"
)

func TestAnswers(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "  ": "", "hello": "", "help me": "", "pri nb-turns-max": "",
		"print": "expected syntax: print VARIABLE", "print a b": "expected syntax: print VARIABLE", "print all all": "expected syntax: print VARIABLE",
		"start now": "expected syntax: start", "quit now": "expected syntax: quit",
		"print nb-turns-max": "nb-turns-max=100", "  print   delay-turns ": "delay-turns=1000",
		"print all": "nb-turns-max=100\nnb-players-max=4\nnb-splayers-max=0\nnb-visus-max=1\ndelay-first-turn=1000\ndelay-turns=1000",
		"print meh": "Bad VARIABLE=meh" + accepted + " all", "print Nb-turns-max": "Bad VARIABLE=Nb-turns-max" + accepted + " all",
		"set": setSyntax, "set nb-turns-max": setSyntax, "set nb-turns-max=": setSyntax, "set =4": setSyntax, "set a b c": setSyntax,
		"set meh=4": "Bad VARIABLE=meh" + accepted, "set all 4": "Bad VARIABLE=all" + accepted, "set a=b=c": "Bad VARIABLE=a=b" + accepted,
		"set nb-turns-max  5": setSyntax, "set nb-turns-max= 5": "Bad VARIABLE=nb-turns-max=" + accepted,
		"set nb-turns-max=5 6": "Bad VARIABLE=nb-turns-max=5" + accepted, "  set   nb-turns-max 7  ": "", "set nb-turns-max=5\t": "",
		"set nb-turns-max=abc": `Bad VALUE=abc. strconv.ParseInt: parsing "abc": invalid syntax`,
		"set delay-turns x":    `Bad VALUE=x. strconv.ParseFloat: parsing "x": invalid syntax`, "set delay-turns 9": "Bad VALUE=9: Not in [50,10000]",
		"set delay-turns=.5": "Bad VALUE=0.5: Not in [50,10000]", "set delay-turns Inf": "Bad VALUE=+Inf: Not in [50,10000]",
		"set delay-turns=0x1p4": "Bad VALUE=16: Not in [50,10000]", "set delay-turns=0.0000001": "Bad VALUE=1e-07: Not in [50,10000]",
		"set delay-turns=5.": "Bad VALUE=5: Not in [50,10000]", "set delay-turns=1000000": "Bad VALUE=1e+06: Not in [50,10000]",
		"set nb-turns-max=0x10000": "Bad VALUE=65536: Not in [1,65535]",
		"set nb-turns-max=0":       "Bad VALUE=0: Not in [1,65535]", "set nb-turns-max 7": "", "set delay-turns=50.5": "",
		"start": "Cannot start: Game logic not connected",
	} {
		sh := newShell()
		sh.Server.(*desk).start = server.ErrNoLogic
		if got, quit := sh.Do(line); got != want || quit {
			t.Errorf("%q is answered %q, %v; want %q", line, got, quit, want)
		}
	}
	sh := newShell()
	if got, quit := sh.Do(" quit "); got != "" || !quit {
		t.Errorf("quit: %q, %v", got, quit)
	}
	if got, _ := sh.Do("start"); got != "" {
		t.Errorf("start: %q", got)
	}
	sh.Server.(*desk).start = server.ErrStarted
	if got, _ := sh.Do("start"); got != "Game has already been started" {
		t.Errorf("start: %q", got)
	}
}

func TestSet(t *testing.T) {
	for name, c := range map[string]struct {
		good   map[string]string // the output of print after it
		bad    []string
		limits string
	}{
		"nb-turns-max":    {map[string]string{"1": "1", "65535": "65535", "0x10": "16", "010": "8", "1_000": "1000", "0b11": "3"}, []string{"0", "-1", "65536", "meh", "1.5", "08", "1__0", "99999999999999999999"}, "[1,65535]"},
		"nb-players-max":  {map[string]string{"1": "1", "1024": "1024"}, []string{"0", "-1", "1025", "meh", "1.5"}, "[1,1024]"},
		"nb-splayers-max": {map[string]string{"0": "0", "1024": "1024"}, []string{"-1", "1025", "meh", "1.5"}, "[0,1024]"},
		"nb-visus-max":    {map[string]string{"0": "0", "1024": "1024"}, []string{"-1", "1025", "meh", "1.5"}, "[0,1024]"},
		"delay-first-turn": {map[string]string{"50": "50", "50.5": "50.5", "10000": "10000", "1e3": "1000", "+60": "60",
			"123.4567891": "123.456789", "1_000": "1000", "0x1p6": "64"}, []string{"49.9", "-1", "10000.1", "meh", "NaN"}, "[50,10000]"},
		"delay-turns": {map[string]string{"50": "50", "1234.5678": "1234.5678"}, []string{"49.9", "-1", "10000.1", "meh", "Inf"}, "[50,10000]"},
	} {
		for value, want := range c.good {
			for _, between := range []string{"=", " "} {
				sh := newShell()
				set, _ := sh.Do("set " + name + between + value)
				if got, _ := sh.Do("print " + name); set != "" || got != name+"="+want {
					t.Errorf("set %s%s%s: %q; print: %q", name, between, value, set, got)
				}
			}
		}
		for _, value := range c.bad {
			sh := newShell()
			before, _ := sh.Do("print " + name)
			set, _ := sh.Do("set " + name + "=" + value)
			parse := "Bad VALUE=" + value + ". strconv.Parse"
			if after, _ := sh.Do("print " + name); set != "Bad VALUE="+strings.Replace(value, "Inf", "+Inf", 1)+": Not in "+c.limits && !strings.HasPrefix(set, parse) || after != before {
				t.Errorf("set %s=%s: %q; print: %q, before: %q", name, value, set, after, before)
			}
		}
	}
}

// TestCommandLineAllowsNoPlayers: the command line accepts 0, but the prompt does not.
func TestCommandLineAllowsNoPlayers(t *testing.T) {
	for _, v := range Variables() {
		var s server.Settings
		if err := v.Set(&s, "0"); (err == nil) != (strings.HasPrefix(v.Name, "nb-") && v.Name != "nb-turns-max") {
			t.Errorf("--%s=0: %v", v.Name, err)
		}
	}
}

func TestComplete(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "st": "start", "s": "s", "se": "set ", "p": "print ", "q": "quit", "x": "x", "print a": "print all", "print nb-t": "print nb-turns-max",
		"print d": "print delay-", "set nb-v": "set nb-visus-max=", "set nb-": "set nb-", "print x": "print x", "start x": "start x",
		"set nb-visus-max=4": "set nb-visus-max=4",
	} {
		if got := newShell().Complete(line); got != want {
			t.Errorf("%q is completed to %q, want %q", line, got, want)
		}
	}
}

// TestConsoleReadsLines: answers in order, long lines, both kinds of line ends. The end of input that is no terminal
// is not reported.
func TestConsoleReadsLines(t *testing.T) {
	var out bytes.Buffer
	in := "print meh\r\n\n" + strings.Repeat("long ", 100_000) + "\nprint nb-visus-max" // no line feed at the end
	c := NewConsole(strings.NewReader(in), &out, false)
	c.Serve(t.Context(), newShell(), func(End) { t.Error("the end is told") })
	if want := "Bad VARIABLE=meh" + accepted + " all\nnb-visus-max=1\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	var told []End
	c = NewConsole(strings.NewReader("quit\nprint all\n"), io.Discard, false)
	c.Serve(t.Context(), newShell(), func(end End) { told = append(told, end) })
	if len(told) != 1 || told[0] != Quit {
		t.Errorf("quit tells %v", told)
	}
	c.Restore()
	if _, err := c.Write([]byte("x")); err != nil {
		t.Error(err)
	}
}

// TestKeyboard: Ctrl-C becomes a separate key, after which nothing is read before it was handled.
func TestKeyboard(t *testing.T) {
	for _, size := range []int{1, 2, 3, 100} {
		k := &keyboard{in: strings.NewReader("ab\x03c\x1dd\x03\x03")}
		var got []string
		for {
			p := make([]byte, size)
			n, err := k.Read(p)
			if errors.Is(err, io.EOF) {
				break
			}
			got = append(got, string(p[:n]))
		}
		if text := strings.Join(got, ""); text != "ab\x1dc\x00d\x1d\x1d" {
			t.Errorf("%d: %q", size, got)
		}
		for _, part := range got {
			if i := strings.IndexByte(part, cancel); i >= 0 && i != len(part)-1 {
				t.Errorf("%d: %q goes on after Ctrl-C", size, part)
			}
		}
	}
	k := &keyboard{in: strings.NewReader("abc"), over: true}
	if n, err := k.Read(make([]byte, 9)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("%d, %v at the end", n, err)
	}
}

// TestServeEndsWithItsContext: the terminal is not changed after the server has ended.
func TestServeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := NewConsole(strings.NewReader(""), io.Discard, false)
	c.Restore()
	if screen := c.open(ctx, strings.NewReader(""), newShell()); screen != nil {
		t.Error("opened after its end")
	}
}

// TestLongLines: the answer has a line of any length whole.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	read := lineReader(strings.NewReader("set nb-turns-max=" + long + "\nprint " + long + "\n"))
	for _, want := range []string{`Bad VALUE=` + long + `. strconv.ParseInt: parsing "` + long + `": invalid syntax`,
		"Bad VARIABLE=" + long + accepted + " all"} {
		line, err := read()
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := newShell().Do(line); got != want {
			t.Errorf("the answer has %d bytes, expected %d", len(got), len(want))
		}
	}
}

// TestConsoleReadsPipesOfWindows: PowerShell writes a byte order mark, or UTF-16, into a pipe.
func TestConsoleReadsPipesOfWindows(t *testing.T) {
	for how, in := range texttest.OnWindows("print nb-visus-max\n\nprint nb-visus-max\n") {
		var out bytes.Buffer
		NewConsole(bytes.NewReader(in), &out, false).Serve(t.Context(), newShell(), func(End) {})
		if want := "nb-visus-max=1\nnb-visus-max=1\n"; out.String() != want {
			t.Errorf("%s: %q, want %q", how, out.String(), want)
		}
	}
}
