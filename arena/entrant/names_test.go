package entrant

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"blastyard/arena/harness"
	"blastyard/internal/names"
)

func TestNameOfACommandLine(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		// The file, without its ending.
		{"./hunter", "hunter"},
		{"./hunter {host} {port}", "hunter"},
		{"hunter", "hunter"},
		{"../x/hunter.exe --depth=3", "hunter"},
		{"./run.sh", "run"},
		{"python3 hunter.py", "hunter"},
		{"python3.12 -u -O hunter.py 7 out.txt", "hunter"},
		{"./venv/bin/python hunter.py", "hunter"},
		{"node --max-old-space-size=4096 hunter.mjs", "hunter"},
		{"perl greedy.pl", "greedy"}, {"perl -w lib/wall.pl", "wall"}, {"lua5.4 fox.lua", "fox"}, {"Rscript r.R", "r"},
		{"timeout 60 perl owl.pl", "owl"},
		{"java -Xmx512m -jar target/hunter-1.0.jar", "hunter-1.0"},
		{"mono Hunter.exe", "Hunter"},
		{"env SEED=7 python3 hunter.py", "hunter"},
		{"nice -n 5 python3 hunter.py", "hunter"},
		{"uv run hunter.py", "hunter"},
		{"go run ./cmd/hunter", "hunter"},
		// A file called bot or main: its folder.
		{"python3 bot.py", "anna"},
		{"python3 bots/bob/bot.py", "bob"},
		{"python3 /home/eve/bot.py", "eve"},
		{"python3 'sp ace/bot.py'", "sp ace"},
		{`python3 "sp ace/main.py"`, "sp ace"},
		{"./bot", "anna"},
		{"../carl/bot", "carl"},
		{"mono Bot.exe", "anna"},
		{"mono bob/bin/Debug/Bot.exe", "bob"},
		{"dotnet bob/bin/Release/net8.0/Bot.dll", "bob"},
		{"java -jar bob/target/bot.jar", "bob"},
		{"java Main", "anna"},
		{"node dist/bot.js", "anna"},
		{"npx ts-node src/main.ts", "anna"},
		{"./target/release/main", "anna"},
		// No file: the folder is the bot.
		{"cargo run --release", "anna"},
		{"npm start", "anna"},
		{"go run .", "anna"},
		{"make run", "anna"},
		{"python3 -c 'print(1)'", "anna"},
		{"python3 -m hunter", "anna"},
		{`sh -c "cd x && python3 hunter.py"`, "anna"},
		{"java -cp out:lib/x.jar Hunter", "anna"},
		// What cannot be shown is left out; what is too long is cut.
		{"python3 '\x1b[31mred.py'", "red"},
		{"./abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz.sh", "abcdefghijklmnopqrstuvwxyz-abcdefghijklm"},
		// Any letters and signs are kept.
		{"python3 'チーム/bot.py'", "チーム"},
		{"python3 'dir with space/bot.py'", "dir with space"},
		{`python3 "O'Brien/bot.py"`, "O'Brien"},
		{"./हिन्दी.sh", "हिन्दी"},
		{"./Jose\u0301.sh", "José"},
		{"'", "bot"},
		{"python3 /bot.py", "bot"},
	} {
		e := Entrant{Kind: Program, Protocol: Netorcai, Command: c.command}
		if got := nameIn(e, "/home/me/anna"); got != c.want {
			t.Errorf("%q is called %q, expected %q", c.command, got, c.want)
		}
	}
}

func TestNameOfOthers(t *testing.T) {
	for _, c := range []struct {
		e    Entrant
		want string
	}{
		{Entrant{Kind: Builtin, Builtin: "hunter"}, "hunter"},
		{Entrant{Kind: Person}, "human"},
		{Entrant{Kind: Program, Folder: true, Dir: "/x/anna", Command: "python3 hunter.py"}, "anna"},
	} {
		if got := nameIn(c.e, c.e.Dir); got != c.want {
			t.Errorf("%+v is called %q, expected %q", c.e, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	hunter, given := Entrant{Kind: Builtin, Builtin: "hunter"}, Entrant{Kind: Builtin, Builtin: "greedy", Name: "hunter"}
	for _, c := range []struct {
		list []Entrant
		said []string
		want string
	}{
		{[]Entrant{hunter, hunter, hunter}, nil, "hunter hunter2 hunter3"},
		{[]Entrant{hunter, given}, nil, "hunter2 hunter"}, // a given name stays unchanged
		{[]Entrant{given, given}, nil, "hunter hunter2"},
		{[]Entrant{hunter, {Kind: Builtin, Builtin: "hunter2"}, hunter}, nil, "hunter hunter2 hunter3"},
		{[]Entrant{hunter, given}, []string{"ann", "bob"}, "ann hunter"},
		{[]Entrant{hunter, hunter}, []string{"", " ann\n\x1b[2J"}, "hunter ann"},
		{nil, nil, ""},
	} {
		if got := strings.Join(Names(c.list, c.said), " "); got != c.want {
			t.Errorf("%+v, %q: names are %q, expected %q", c.list, c.said, got, c.want)
		}
	}
}

func TestUniqueCutsToFit(t *testing.T) {
	long := strings.Repeat("x", 50)
	got := unique([]string{long, long, ""}, make([]bool, 3), MaxName, names.Cut)
	if want := []string{long[:40], long[:39] + "2", "bot"}; !slices.Equal(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
	nicknames := Nicknames([]string{"The Bombers", "The Bombers", "ann", "\t", "हिन्दी में नाम", "👩\u200d🚀👩\u200d🚀👩\u200d🚀👩\u200d🚀", "👩\u200d🚀👩\u200d🚀👩\u200d🚀👩\u200d🚀"})
	want := []string{"TheBombers", "TheBomber2", "ann", "bot", "हिन्दीमें", "👩\u200d🚀👩\u200d🚀👩\u200d🚀", "👩\u200d🚀👩\u200d🚀👩\u200d🚀2"}
	if want[6] = want[5]; !slices.Equal(nicknames[:6], want[:6]) || nicknames[6] == nicknames[5] || utf8.RuneCountInString(nicknames[6]) > MaxNickname {
		t.Errorf("got %q, expected %q", nicknames, want)
	}
}

func TestCheckName(t *testing.T) {
	for _, name := range []string{"a", "ann", "The Bombers", "Zoë", "x_1-2.3", strings.Repeat("é", 40), "a/b", `a\b`, "a:b", "a=b", `a"b`, "a'b", ".a",
		"チーム", "हिन्दी", "ไทย", "فريق", "Jose\u0301", "O'Brien", "Team: Ann", "Why?", "👩\u200d🚀"} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", " ann", "ann ", "-a", "a\nb", "a\x1b[0m", "\xff", strings.Repeat("é", 41)} {
		if CheckName(name) == nil {
			t.Errorf("%q was taken as a name", name)
		}
	}
}

// FuzzNames: every command line gets a valid name, and a second bot with the same line gets a different one.
func FuzzNames(f *testing.F) {
	for _, line := range []string{"python3 bot.py", "'", `a\ b/c`, "./-", "java .", "sh -c ';'", "\u202e.py", "bot", "./=", "node '\xff'", "-m"} {
		f.Add(line)
	}
	f.Add("\ud7fa\xed\xed\xed\xed\xf2\x9f\xba\ud7fa") // what is between two letters is removed, and then they combine
	f.Fuzz(func(t *testing.T, line string) {
		e := Entrant{Kind: Program, Protocol: Netorcai, Command: line}
		name := NameOf(e)
		if err := CheckName(name); err != nil {
			t.Errorf("%q is called %q: %v", line, name, err)
		}
		called := Nicknames(Names([]Entrant{e, e}, nil))
		if called[0] == called[1] || utf8.RuneCountInString(called[1]) > MaxNickname {
			t.Errorf("two of %q are called %q", line, called)
		}
		if _, err := harness.Split(line); err == nil {
			if e, err := Parse(line, Options{}); err == nil && e.Name != "" && CheckName(e.Name) != nil {
				t.Errorf("%q gives the name %q", line, e.Name)
			}
		}
	})
}
