package rounds

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// botFolder creates a folder with a bot.json and empty files.
func botFolder(t *testing.T, text string, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range append(files, BotFile) {
		f = filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(f), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, nil, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, BotFile), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestReadBot(t *testing.T) {
	for text, want := range map[string]Bot{
		`{"Author":"Ann","Email":"a@b.example","NickName":"snake","BotType":"Python3","ProjectLocation":"","RunFile":"bot.py","RunArgs":"-v 'a b'"}`: {
			Author: "Ann", Email: "a@b.example", NickName: "snake", Type: Python3, RunFile: "bot.py", RunArgs: []string{"-v", "a b"}},
		"\xef\xbb\xbf" + `{"nickname":"x","BOTTYPE":"csharp","RunFile":"\\Reference\\bin\\x.exe","ProjectLocation":"\\Reference","RunArgs":["a","b c"],"More":1}`: {
			NickName: "x", Type: CSharp, RunFile: "/Reference/bin/x.exe", ProjectLocation: "/Reference", RunArgs: []string{"a", "b c"}},
		`{"NickName":"two\nlines","BotType":6,"RunFile":"x","Author":null,"RunArgs":null}`: {NickName: "two lines", Type: FSharp, RunFile: "x"},
		`{"NickName":"x","BotType":"1","RunFile":"x.jar"}`:                                 {NickName: "x", Type: Java, RunFile: "x.jar"},
		`{"RunFile":"x.exe","Author":"Ann","Email":"a@b.example"}`:                         {NickName: "Ann", Type: CSharp, Author: "Ann", Email: "a@b.example", RunFile: "x.exe"},
		`{"RunFile":"x.exe","Author":"","Email":"a@b.example","BotType":null}`:             {NickName: "a@b.example", Type: CSharp, Email: "a@b.example", RunFile: "x.exe"},
		"// The bot\n{ /* its name: */ NickName: 'it\\'s',\n 'BotType': 'java', RunFile: \"x.jar\", RunArgs: ['a', \"b\",],\n}\n": {
			NickName: "it's", Type: Java, RunFile: "x.jar", RunArgs: []string{"a", "b"}},
	} {
		dir := botFolder(t, text)
		b, err := ReadBot(dir)
		if err != nil {
			t.Error(err)
			continue
		}
		want.Dir = dir
		if d := cmp.Diff(&want, b); d != "" {
			t.Errorf("%s\n%s", text, d)
		}
	}
}

func TestReadBotNamesFileFieldAndMend(t *testing.T) {
	for text, want := range map[string]string{
		`{"NickName":5,"RunFile":"x"}`:                           "NickName is 5, expected a string, the name to show",
		`{"NickName":"x","BotType":"java script","RunFile":"x"}`: `BotType is "java script", expected one of CSharp, Java, JavaScript, CPlusPlus, Python2, Python3, FSharp, or its number from 0 to 6`,
		`{"NickName":"x","BotType":'Cobol',"RunFile":"x"}`:       `BotType is 'Cobol', expected one of CSharp,`,
		`{RunFile:''}`: "RunFile is missing",
		`{"NickName":"x","BotType":"Cobol","RunFile":"x"}`:            `BotType is "Cobol", expected one of CSharp,`,
		`{"NickName":"x","BotType":7,"RunFile":"x"}`:                  "BotType is 7, expected one of CSharp,",
		`{"NickName":"x","BotType":true,"RunFile":"x"}`:               "BotType is true, expected",
		`{"NickName":"x","BotType":"Java"}`:                           "RunFile is missing, expected a string, the file to run, relative to the bot's folder",
		`{"NickName":"x","BotType":"Java","RunFile":""}`:              "RunFile is missing",
		`{"NickName":"x","BotType":"Java","RunFile":5}`:               "RunFile is 5, expected a string",
		`{"NickName":"x","BotType":"Java","RunFile":"x","RunArgs":5}`: "RunArgs is 5, expected a string, or a list of strings",
		`{"NickName":"x","RunFile":"x","Author":[]}`:                  "Author is [], expected a string",
		"{\n\"NickName\":\n}":                                         "line 3: there is",
		"[]":                                                          "expected a JSON object",
	} {
		dir := botFolder(t, text)
		_, err := ReadBot(dir)
		if err == nil || !errors.Is(err, ErrBot) || !strings.Contains(err.Error(), filepath.Join(dir, BotFile)+": "+want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := ReadBot(t.TempDir()); err == nil || !strings.Contains(err.Error(), "has no bot.json: write one") {
		t.Error(err)
	}
	if _, err := ReadBot("no-such-folder"); err == nil || !strings.Contains(err.Error(), "no-such-folder is not a folder") {
		t.Error(err)
	}
}

func TestABotWithoutANameHasThatOfItsFolder(t *testing.T) {
	dir := botFolder(t, `{RunFile: "x"}`)
	if b, err := ReadBot(dir); err != nil || b.NickName != filepath.Base(dir) {
		t.Errorf("%+v, %v", b, err)
	}
}

// TestRunFileMustBeInTheFolder: the run file must be in the folder, even through links. A link that changes later has
// no effect.
func TestRunFileMustBeInTheFolder(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, nil, 0o777); err != nil {
		t.Fatal(err)
	}
	dir := botFolder(t, "{}", "real/run")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(secret, link); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Dir(secret), filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	up, err := filepath.Rel(dir, secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{secret, "link", "out/secret", up, filepath.ToSlash(link)} {
		b := &Bot{Dir: dir, NickName: "nosy", Type: CPlusPlus, RunFile: file}
		if words, err := b.Words(&Interpreters{}); err == nil {
			t.Errorf("RunFile %s is run as %v", file, words)
		}
	}
	if err := errors.Join(os.Remove(link), os.Symlink("real/run", link)); err != nil {
		t.Fatal(err)
	}
	r, err := NewRunner(Config{})
	if err != nil {
		t.Fatal(err)
	}
	b := &Bot{Dir: dir, NickName: "nosy", Type: CPlusPlus, RunFile: "link"}
	for range 2 {
		s, err := r.resolve(b)
		want, _ := filepath.EvalSymlinks(filepath.Join(dir, "real", "run"))
		if err != nil || !cmp.Equal(s.words, []string{want}) {
			t.Errorf("%v, %v, want %s", s.words, err, want)
		}
		if err := errors.Join(os.Remove(link), os.Symlink(secret, link)); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzDecodeBot(f *testing.F) {
	f.Add([]byte(`{"NickName":"x","BotType":1,"RunFile":"a\\b","RunArgs":["x"]}`))
	f.Add([]byte(`{"NickName":"x","BotType":"FSharp","RunFile":"y","RunArgs":"a 'b"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var b Bot
		if b.decode(text) == nil && (b.Type >= numLanguages || b.RunFile == "" || strings.ContainsAny(b.NickName+b.Author+b.Email, "\n\x00")) {
			t.Fatalf("accepted: %+v", b)
		}
	})
}

func TestWordsOfEachLanguage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip(".NET programs need no mono there")
	}
	tools := t.TempDir()
	tool := func(name string) string { return filepath.Join(tools, name) }
	var i Interpreters
	for _, name := range []string{"java", "node", "python2", "python3", "mono"} {
		if err := os.WriteFile(tool(name), []byte("#!/bin/sh\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := i.Set(name + "=" + tool(name)); err != nil {
			t.Fatal(err)
		}
	}
	dir := botFolder(t, "{}", "Src/Bot.run")
	file := filepath.Join(dir, "Src", "Bot.run")
	for l, want := range map[Language][]string{
		CSharp: {tool("mono"), file}, FSharp: {tool("mono"), file}, Java: {tool("java"), "-Xms512m", "-jar", file}, JavaScript: {tool("node"), file},
		Python2: {tool("python2"), file}, Python3: {tool("python3"), file}, CPlusPlus: {file},
	} {
		for _, b := range []Bot{{RunFile: "Src/Bot.run"}, {RunFile: "/src/bot.RUN"}, {ProjectLocation: "Src", RunFile: "Bot.run"}, {RunFile: file}} {
			b.Dir, b.Type = dir, l
			got, err := b.Words(&i)
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v %s: %v\n%s", l, b.RunFile, err, d)
			}
		}
	}
	if err := os.WriteFile(file, []byte("MZ\x90\x00"), 0o777); err != nil {
		t.Fatal(err)
	}
	b := Bot{Dir: dir, Type: CPlusPlus, RunFile: "Src/Bot.run"}
	if got, err := b.Words(&i); err != nil || !cmp.Equal(got, []string{tool("mono"), file}) {
		t.Errorf("C++ that is a .NET file: %v, %v", got, err)
	}
}

func TestMissingInterpreterIsNamedWithItsMend(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	b := Bot{Dir: botFolder(t, "{}", "x.jar"), NickName: "duke", Type: Java, RunFile: "x.jar"}
	_, err := b.Words(&Interpreters{})
	want := `bot "duke" (Java): java is not on PATH: install it or say where it is (--interpreter java=PROGRAM): not found`
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	if _, err = b.Words(&Interpreters{Java: "/nowhere/java"}); err == nil || !strings.Contains(err.Error(), "the interpreter java=/nowhere/java: not found") {
		t.Error(err)
	}
	var i Interpreters
	for _, bad := range []string{"java", "ruby=/bin/ruby", "java="} {
		if err := i.Set(bad); err == nil || !strings.Contains(err.Error(), "expected NAME=PROGRAM") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestBuildRunsWhatTheFilesAskFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("tools are scripts of a Unix shell here")
	}
	tools := t.TempDir()
	for _, name := range []string{"npm", "mvn", "python3", "mono", "msbuild", "make"} {
		script := "#!/bin/sh\necho TOOL " + name + " \"$@\" in \"${PWD##*/}\"\n[ ! -e fail ] || exit 1\n" +
			"if [ \"$2\" = venv ]; then mkdir -p \"$3/bin\"; cp \"$0\" \"$3/bin/python\"; touch \"$3/pyvenv.cfg\"; fi\n"
		if err := os.WriteFile(filepath.Join(tools, name), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	for _, c := range []struct {
		language Language
		file     string
		want     []string
	}{
		{JavaScript, "src/package.json", []string{"TOOL npm install in src"}},
		{Java, "src/pom.xml", []string{"TOOL mvn --batch-mode package in src"}},
		{Python3, "src/requirements.txt", []string{"TOOL python3 -m venv .venv in src",
			"src/.venv/bin/python -m pip install --disable-pip-version-check -r requirements.txt",
			"TOOL python3 -m pip install --disable-pip-version-check -r requirements.txt in src"}},
		{CSharp, "src/x.csproj", []string{"TOOL msbuild /p:Configuration=Release x.csproj in src"}},
		{CPlusPlus, "src/main.cpp", []string{"nick: nothing to build"}},
		{CPlusPlus, "src/Makefile", []string{"TOOL make in src"}},
	} {
		b := Bot{Dir: botFolder(t, "{}", c.file), NickName: "nick", Type: c.language, ProjectLocation: "/src"}
		var out bytes.Buffer
		if err := b.Build(t.Context(), &Interpreters{}, &out); err != nil {
			t.Error(err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want+"\n") {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
	}
	// Projects that need nuget, and poms with Maven's assembly plugin.
	for file, c := range map[string]struct {
		language Language
		text     string
		want     []string
	}{
		"pom.xml":   {Java, "<artifactId>maven-assembly-plugin</artifactId>", []string{"TOOL mvn --batch-mode clean compile assembly:single in "}},
		"Nuget.exe": {FSharp, "", []string{"TOOL mono ", "/Nuget.exe restore x.sln in ", "TOOL msbuild /p:Configuration=Release x.sln in "}},
	} {
		b := Bot{Dir: botFolder(t, "{}", "x.sln", file), NickName: "nick", Type: c.language}
		if err := os.WriteFile(filepath.Join(b.Dir, file), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := b.Build(t.Context(), &Interpreters{}, &out); err != nil {
			t.Error(err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
	}
	b := Bot{Dir: botFolder(t, "{}", "package.json", "fail"), NickName: "nick", Type: JavaScript}
	var out bytes.Buffer
	err := b.Build(t.Context(), &Interpreters{}, &out)
	if !errors.Is(err, ErrBuild) || !strings.HasPrefix(err.Error(), `building bot "nick": npm install in `) || !strings.Contains(err.Error(), "exit code 1") {
		t.Error(err)
	}
	if !strings.Contains(out.String(), "TOOL npm install") {
		t.Errorf("the tool's output is not shown: %q", out.String())
	}
}
