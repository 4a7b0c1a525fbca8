package program

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"blastyard/arena/harness"
	"blastyard/docs"
)

// TestDocumentedCommands parses each command line of this program that the manual, the README and the help texts have:
// its command and its options are there, and it has the arguments that it needs. TestManual runs those with output.
func TestDocumentedCommands(t *testing.T) {
	wrong := map[string]bool{ // shown as such
		`docs/drop-in.md: PATH="$PWD/bin:$PATH" hexabomb`: true,
	}
	checked := 0
	check := func(where, line string) {
		for _, words := range shellCommands(t, where, line) {
			if isOurs(words) {
				checked++
				if err := parseCommand(words); err != nil {
					t.Errorf("%s: %s: %v", where, strings.Join(words, " "), err)
				}
			}
		}
	}
	for page, text := range documents(t) {
		for where, line := range blockLines(page, text) {
			if !wrong[where[:strings.LastIndexByte(where, ':')]+": "+line] {
				check(where, line)
			}
		}
	}
	var examples func(cmd *cobra.Command)
	examples = func(cmd *cobra.Command) {
		if cmd.Runnable() && cmd.Example == "" && !cmd.HasSubCommands() && cmd.Name() != cobra.ShellCompRequestCmd {
			t.Errorf("%s --help has no example", cmd.CommandPath())
		}
		for _, line := range strings.Split(cmd.Example, "\n") {
			check(cmd.CommandPath()+" --help", line)
		}
		for _, c := range cmd.Commands() {
			examples(c)
		}
	}
	examples(allCommands())
	if checked < 200 {
		t.Errorf("only %d command lines were found", checked)
	}
}

// TestDocumentedOptions: what the text of the manual quotes as a command has a command and options that are there.
func TestDocumentedOptions(t *testing.T) {
	quoted, option := regexp.MustCompile("`((?:\\./)?blastyard [^`]+)`"), regexp.MustCompile(`^--[a-z-]+`)
	checked := 0
	for page, text := range documents(t) {
		for _, match := range quoted.FindAllStringSubmatch(strings.ReplaceAll(text, "\n", " "), -1) {
			command, _, _ := strings.Cut(match[1], " > ")
			if match[1] == "blastyard replay 1" {
				continue // how a replay begins
			}
			words := strings.Fields(strings.NewReplacer("[", " ", "]", " ", "…", " ").Replace(command))
			cmd, left, err := allCommands().Find(words[1:])
			if err != nil || cmd.HasSubCommands() && len(left) > 0 && left[0] == strings.ToLower(left[0]) &&
				!strings.HasPrefix(left[0], "-") && cmd.Name() != "bomberman" {
				t.Errorf("%s: there is no command `%s`", page, match[1])
				continue
			}
			checked++
			for _, w := range left {
				if name := option.FindString(w); name != "" && cmd.Flag(name[2:]) == nil && name != "--help" {
					t.Errorf("%s: `%s`: %s has no %s", page, match[1], cmd.CommandPath(), name)
				}
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d commands were found", checked)
	}
}

// documents are the README and the pages of the manual, by name.
func documents(t *testing.T) map[string]string {
	t.Helper()
	pages, err := fs.Glob(docs.Files(), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, page := range pages {
		text, err := fs.ReadFile(docs.Files(), page)
		if err != nil {
			t.Fatal(err)
		}
		all["docs/"+page] = string(text)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	all["README.md"] = string(readme)
	return all
}

// blockLines are the command lines of a page's blocks, by place: all lines of ```sh, and those of ```console that begin
// with "$ ".
func blockLines(page, text string) map[string]string {
	lines := map[string]string{}
	block := ""
	whole := ""
	for i, line := range strings.Split(text, "\n") {
		if kind, is := strings.CutPrefix(line, "```"); is {
			block = kind
			continue
		}
		command, isTyped := strings.CutPrefix(line, "$ ")
		if block != "sh" && (block != "console" || !isTyped) {
			continue
		}
		if begun, goesOn := strings.CutSuffix(command, `\`); goesOn {
			whole += begun
			continue
		}
		lines[fmt.Sprintf("%s:%d", page, i+1)] = whole + command
		whole = ""
	}
	return lines
}

// shellCommands are the simple commands of a line for a shell, as words, without redirections.
func shellCommands(t *testing.T, where, line string) (commands [][]string) {
	t.Helper()
	var parts []string
	quote, start := byte(0), 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '#' && (i == 0 || line[i-1] == ' '):
			line = line[:i]
		case c == '&' && i > 0 && line[i-1] == '>': // of a redirection
		case strings.IndexByte("|&;()", c) >= 0:
			parts = append(parts, line[start:i])
			start = i + 1
		}
	}
	redirection := regexp.MustCompile(`\s\d?[<>]{1,2}&?\s*\S+`)
	for _, part := range append(parts, line[min(start, len(line)):]) {
		if !strings.ContainsAny(part, `'"`) {
			part = redirection.ReplaceAllString(part, "")
		} else if at := redirection.FindStringIndex(part); at != nil && !strings.ContainsAny(part[at[0]:], `'"`) {
			part = part[:at[0]] // behind the last quote
		}
		words, err := harness.Split(strings.TrimSpace(part))
		if err != nil && len(words) > 0 {
			t.Errorf("%s: %v", where, err)
		}
		for len(words) > 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(words[0]) {
			words = words[1:]
		}
		if len(words) > 0 {
			commands = append(commands, words)
		}
	}
	return commands
}

// isOurs tells whether a command is this program.
func isOurs(words []string) bool {
	return slices.Contains([]string{"blastyard", "./blastyard", "../blastyard", "netorcai", "hexabomb"}, words[0]) ||
		len(words) > 3 && words[0] == "go" && words[1] == "run" && words[2] == "./cmd/blastyard"
}

// parseCommand does with a command line what the program does before it begins.
func parseCommand(words []string) error {
	root := withTournament(commandNamed(words[0]))
	if words[0] == "go" {
		root, words = allCommands(), words[2:]
	}
	root.SetOut(io.Discard)
	root.InitDefaultVersionFlag()
	cmd, left, err := root.Find(withBotFolders(words[1:]))
	if err != nil {
		return err
	}
	if err := cmd.ParseFlags(left); err != nil {
		return err
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		return err
	}
	if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 && cmd.Name() != "bomberman" {
		return fmt.Errorf("there is no command %q", args[0])
	}
	return nil
}

// TestShellCommands: what the tests above take from a line.
func TestShellCommands(t *testing.T) {
	for line, want := range map[string]string{
		`blastyard play --bot "a | b"   # c`:           `[[blastyard play --bot a | b]]`,
		`A=1 B=2 ./x y && z > out 2>&1 &`:              `[[./x y] [z]]`,
		`echo '{"a":1}' | blastyard simulate hexabomb`: `[[echo {"a":1}] [blastyard simulate hexabomb]]`,
		`x "q" > out`: `[[x q]]`,
		``:            `[]`,
	} {
		if got := fmt.Sprint(shellCommands(t, "test", line)); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	for _, line := range []string{"blastyard nosuch", "blastyard play --nosuch", "blastyard play chess", "blastyard replay show a.blast b.blast", "hexabomb"} {
		if parseCommand(strings.Fields(line)) == nil {
			t.Errorf("%s is taken", line)
		}
	}
}
