package house

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A test waits for an event, with a deadline that a busy machine does not reach, and never for a time. Whoever uses a
// port opens it: internal/freeport gives one to a program that must be told one.
const (
	longestPoll      = 100 * time.Millisecond // that a loop sleeps before it looks again
	shortestDeadline = 50 * time.Second
)

// allowedWaits are the functions of tests that may sleep or have short deadlines, and why.
var allowedWaits = map[string]string{
	"arena/overnetorcai/fakebot_test.go startFakes":                                "a program that ends late",
	"show/livepage/slow_test.go Read":                                              "the pace of a slow connection",
	"arena/overnetorcai/stdio_test.go TestLastWordsOfABotThatIsGone":               "different moments are tried, and the same is expected of each",
	"originals/bomberman/netconsole/client_test.go TestPlayEndsWithItsContext":     "the deadline has to pass",
	"originals/bomberman/netconsole/client_test.go TestSilentHost":                 "the deadline has to pass",
	"originals/bomberman/netconsole/rounds_test.go TestNeverAnswering":             "nothing may come; a busy machine can only hide that",
	"arena/harness/use_linux_test.go init":                                         "a program that the test ends",
	"arena/harness/use_linux_test.go openInChildren":                               "a program that the test ends",
	"arena/harness/input_test.go init":                                             "a program that the test ends",
	"arena/harness/keep_linux_test.go init":                                        "a program that the test ends",
	"arena/harness/kill_linux_test.go TestAChainIsKilledAsAWhole":                  "a look that takes long",
	"arena/harness/main_test.go misbehave":                                         "a program that the test ends",
	"arena/harness/network_linux_test.go TestConnectionBeforeStart":                "nothing may come; a busy machine can only hide that",
	"arena/rounds/main_test.go misbehave":                                          "a program that the test ends, or that is late",
	"arena/rounds/runner_test.go TestEndOfContextEndsTheRound":                     "the deadline has to pass",
	"arena/harness/survive_linux_test.go init":                                     "a program that the test ends",
	"internal/filelock/filelock_test.go TestMain":                                  "a program that the test ends",
	"internal/freeport/freeport_test.go TestReserve":                               "the port is reserved",
	"internal/house/hostile/stage_linux_test.go serve":                             "the callers name a free port or a path",
	"internal/house/hostile/stage_linux_test.go servePackets":                      "the callers name a free port or a path",
	"arena/internal/listeners/group_test.go TestNothingIsLeftOpen":                 "the port belongs to a loopback address of its own",
	"game/match/series_test.go TestRunSeriesKeepsTheOrder":                         "some matches take longer than others",
	"protocol/netorcai/client_test.go TestContextInterruptsRead":                   "the deadline has to pass",
	"protocol/netorcai/client_test.go TestContextInterruptsSend":                   "the deadline has to pass",
	"protocol/netorcai/client_test.go TestReadGoesOnAfterTheEndOfAContext":         "the deadline has to pass",
	"protocol/netorcai/server/misbehave_test.go TestClientsThatNeverReadButAnswer": "the pace of a client; the name is that of the shortest turn",
	"tournament/engine/fair_test.go next":                                          "its time is that of a bubble of synctest",
	"tournament/engine/process_test.go playRole":                                   "a program that the test ends",
	"tournament/submission/sandbox_linux_test.go attack":                           "a program that the test ends",
	"tournament/submission/turn_test.go TestTurns":                                 "its time is that of a bubble of synctest",
	"tournament/submission/site_test.go TestLook":                                  "a person names the address",
	"tournament/internal/web/fake_test.go serveFake":                               "a person names the address",
	"train/awake_linux_test.go TestSleepsUnasked":                                  "processor time is measured, which a busy machine does not add to",
	"train/bench_test.go BenchmarkAfterSleep":                                      "a benchmark of what comes after a sleep",
	"train/internal/render/render_test.go TestPage":                                "whether the port of a closed page is free can only be seen by opening it",
	"show/serve/pace_test.go testPaceOfEvents":                                     "its time is that of a bubble of synctest",
	"show/serve/page_test.go TestPageThatEndsByItself":                             "the address is only part of a text",
}

// TestWaits looks at every test file.
func TestWaits(t *testing.T) {
	used := map[string]bool{}
	for _, s := range suspects(t, ".") {
		if used[s.place] = true; allowedWaits[s.place] == "" {
			t.Errorf("%v: %s: %s", s.at, s.place, s.what)
		}
	}
	for place := range allowedWaits {
		if !used[place] {
			t.Errorf("%s is allowed to wait, and does not: remove it from the list", place)
		}
	}
}

// A suspect is a place at which a test waits for a time.
type suspect struct {
	at    token.Position
	place string // the file and the function
	what  string
}

// suspects are those of all test files below a folder.
func suspects(t *testing.T, root string) (list []suspect) {
	t.Helper()
	files := token.NewFileSet()
	packages := map[string]map[string]*ast.File{}
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := e.Name(); e.IsDir() && file != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata") {
			return fs.SkipDir
		}
		if e.IsDir() || !strings.HasSuffix(file, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := filepath.Dir(file)
		if packages[folder] == nil {
			packages[folder] = map[string]*ast.File{}
		}
		packages[folder][filepath.ToSlash(file)] = f
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 50 {
		t.Errorf("only %d packages with tests were looked at", len(packages))
	}
	for _, p := range packages {
		var all []*ast.File
		for _, f := range p {
			all = append(all, f)
		}
		known := constants(all)
		for name, f := range p {
			list = append(list, inFile(files, f, name, known)...)
		}
	}
	slices.SortFunc(list, func(a, b suspect) int {
		return cmp.Or(strings.Compare(a.at.Filename, b.at.Filename), a.at.Offset-b.at.Offset)
	})
	return list
}

// constants are the durations that have a name in a package.
func constants(files []*ast.File) map[string]time.Duration {
	known := map[string]time.Duration{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == len(v.Values) {
				for i, name := range v.Names {
					if d, ok := duration(v.Values[i], nil); ok {
						known[name.Name] = d
					}
				}
			}
			return true
		})
	}
	return known
}

// duration is the value of an expression that is a number of a unit of time, a unit, or a known name.
func duration(e ast.Expr, known map[string]time.Duration) (time.Duration, bool) {
	switch e := e.(type) {
	case *ast.Ident:
		d, ok := known[e.Name]
		return d, ok
	case *ast.SelectorExpr:
		units := map[string]time.Duration{"time.Microsecond": time.Microsecond, "time.Millisecond": time.Millisecond,
			"time.Second": time.Second, "time.Minute": time.Minute, "time.Hour": time.Hour}
		d, ok := units[name(e)]
		return d, ok
	case *ast.BinaryExpr:
		number, ok := e.X.(*ast.BasicLit)
		if !ok || e.Op != token.MUL {
			return 0, false
		}
		n, err := strconv.ParseFloat(number.Value, 64)
		d, ok := duration(e.Y, known)
		return time.Duration(n * float64(d)), ok && err == nil
	}
	return 0, false
}

// name is what a call or a selector names, as it is written: time.Sleep; .Method for what is not that simple.
func name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
		return "." + e.Sel.Name
	}
	return ""
}

// inFile are the suspects of a file.
func inFile(files *token.FileSet, f *ast.File, file string, known map[string]time.Duration) (list []suspect) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		add := func(n ast.Node, what string) {
			list = append(list, suspect{files.Position(n.Pos()), file + " " + fn.Name.Name, what})
		}
		listeners := map[string]*listener{}
		var stack []ast.Node
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if call, ok := n.(*ast.CallExpr); ok {
				if name(call.Fun) == "synctest.Test" {
					return false // its time is its own
				}
				if what := waits(call, stack, known); what != "" {
					add(call, what)
				}
			}
			if l := ports(n, stack, listeners); l != "" {
				add(n, l)
			}
			stack = append(stack, n)
			return true
		})
	}
	return list
}

// waits says what is wrong about a call that waits.
func waits(call *ast.CallExpr, stack []ast.Node, known map[string]time.Duration) string {
	function := name(call.Fun)
	_, method, _ := strings.Cut(function, ".")
	var wait ast.Expr
	switch {
	case function == "time.Sleep":
		if d, ok := duration(call.Args[0], known); !ok || d > longestPoll || !inLoop(stack) {
			return "sleeps"
		}
	case function == "context.WithTimeout":
		wait = call.Args[1]
	case function == "time.After":
		if d, ok := duration(call.Args[0], known); !ok || d > longestPoll || !inLoop(stack) {
			wait = call.Args[0]
		}
	case (method == "SetDeadline" || method == "SetReadDeadline" || method == "SetWriteDeadline") && len(call.Args) == 1:
		if until, ok := call.Args[0].(*ast.CallExpr); ok && name(until.Fun) == ".Add" {
			wait = until.Args[0]
		}
	}
	if wait != nil {
		if d, ok := duration(wait, known); ok && d < shortestDeadline {
			return "waits for " + d.String() + " only"
		}
	}
	return ""
}

// inLoop says whether the innermost function of a node has a loop around it.
func inLoop(stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch stack[i].(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
	}
	return false
}

// A listener is what a function knows of a variable with a listener on any free port.
type listener struct{ closed, closes bool }

// ports says what is wrong about a node that has to do with listeners.
func ports(n ast.Node, stack []ast.Node, known map[string]*listener) string {
	if assigned, ok := n.(*ast.AssignStmt); ok && len(assigned.Rhs) == 1 {
		if call, ok := assigned.Rhs[0].(*ast.CallExpr); ok && name(call.Fun) == "net.Listen" {
			known[name(assigned.Lhs[0])] = &listener{}
		}
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	if function := name(call.Fun); function == "net.Listen" || function == "net.ListenPacket" {
		if !strings.HasSuffix(literal(call.Args[1]), ":0") && !strings.HasPrefix(literal(call.Args[0]), "unix") {
			return "listens on a given port"
		}
		return ""
	}
	variable, method, _ := strings.Cut(name(call.Fun), ".")
	l := known[variable]
	if l == nil {
		return ""
	}
	switch method {
	case "Close":
		if l.closes = true; len(stack) > 0 {
			_, is := stack[len(stack)-1].(*ast.DeferStmt)
			l.closed = l.closed || !is && !inFunction(stack)
		}
	case "Addr":
		if l.closed || l.closes && returned(stack) {
			return "uses the port of a closed listener"
		}
	}
	return ""
}

// literal is the last part of a string that is written out.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, _ := strconv.Unquote(e.Value)
		return s
	case *ast.BinaryExpr:
		return literal(e.Y)
	}
	return ""
}

func inFunction(stack []ast.Node) bool { return within[*ast.FuncLit](stack) }

func returned(stack []ast.Node) bool { return within[*ast.ReturnStmt](stack) }

func within[N ast.Node](stack []ast.Node) bool {
	for _, n := range stack {
		if _, ok := n.(N); ok {
			return true
		}
	}
	return false
}
