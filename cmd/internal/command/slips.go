package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blastyard/internal/nearest"
	"blastyard/internal/nearpath"
	"blastyard/internal/usage"
)

// meant is what follows an error about a command line that says nothing of what was meant: what was probably meant by a
// word of it, as people and the programs from which they copy write them; "" for nothing.
func meant(cmd *cobra.Command, args []string, err error) string {
	text := err.Error()
	values := valuesIn(cmd, args, text)
	for _, value := range values {
		if hint := signs(value); hint != "" {
			return hint
		}
	}
	if strings.Contains(text, "did you mean") {
		return ""
	}
	if _, is := errors.AsType[usage.Error](err); is {
		if askedForHelp(text, args) {
			return "; did you mean --help?"
		}
		for i := range args {
			if hint := slip(cmd.Flags(), args, i); hint != "" {
				return hint
			}
		}
	}
	for _, value := range values {
		if missing(text) && nearpath.Missing(value) {
			if hint := nearpath.Hint(value); hint != "" {
				return hint
			}
		}
	}
	return ""
}

// valuesIn are the arguments of a command, and the values of its options, of which a text says something.
func valuesIn(cmd *cobra.Command, args []string, text string) (list []string) {
	for _, value := range args {
		if slices.Contains(strings.Fields(cmd.CommandPath()), value) {
			continue
		}
		if _, after, is := strings.Cut(value, "="); is && strings.HasPrefix(value, "-") {
			value = after
		}
		quoted := strings.Trim(strconv.Quote(value), `"`)
		if value != "" && (strings.Contains(text, value) || strings.Contains(text, quoted)) {
			list = append(list, value)
		}
	}
	return list
}

// missing reports whether an error says that there is no file with a name.
func missing(text string) bool {
	return strings.Contains(text, "no such file") || strings.Contains(text, "there is no file") ||
		strings.Contains(text, "there is no such folder") || strings.Contains(text, "is not a folder") ||
		strings.Contains(text, "cannot find the") // as Windows says it
}

// hyphens are signs that look like the hyphen before an option; editors and word processors write them.
const hyphens = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u00ad"

// slip is what was meant by word i of a command line, if that is an option in a form that options do not have.
func slip(flags *pflag.FlagSet, args []string, i int) string {
	word := args[i]
	name, value, given := strings.Cut(strings.TrimLeft(word, "-"+hyphens), "=")
	long := flags.Lookup(name)
	switch first, _, _ := strings.Cut(word, name); {
	case strings.ContainsAny(first, hyphens):
		hint := fmt.Sprintf("; %s begins with another sign than the hyphen -", strconv.Quote(word))
		if near := nearest.Word(name, names(flags)); near != "" {
			hint += fmt.Sprintf("; did you mean --%s?", near)
		}
		return hint
	case first == "-" && len(name) > 1 && long != nil:
		return fmt.Sprintf("; did you mean --%s?", name)
	case first != "--" || long == nil || i+1 == len(args):
		return ""
	case given && value == "" && long.Value.Type() != "bool":
		return fmt.Sprintf("; did you mean --%s=%s, without a blank?", name, args[i+1])
	case !given && args[i+1] == "=" && i+2 < len(args):
		return fmt.Sprintf("; did you mean --%s=%s, without blanks?", name, args[i+2])
	case !given && long.Value.Type() == "bool" && isBool(args[i+1]):
		return fmt.Sprintf("; did you mean --%s=%t?", name, isTrue(args[i+1]))
	}
	return ""
}

// askedForHelp reports whether a word about which there is an error asks for help, as on other systems.
func askedForHelp(text string, args []string) bool {
	return slices.ContainsFunc(args, func(word string) bool {
		return slices.Contains([]string{"/?", "-?", "/h", "/help", "help"}, strings.ToLower(word)) &&
			(strings.Contains(text, strconv.Quote(word)) || strings.HasSuffix(text, " in "+word))
	})
}

func isTrue(word string) bool {
	return slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(word))
}

func isBool(word string) bool {
	return isTrue(word) || slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(word))
}

// names are the names of the options that a command shows.
func names(flags *pflag.FlagSet) (list []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f.Name)
		}
	})
	return list
}

// signs says which signs of a value nobody sees, or which quotes are not those of a shell; "": none.
func signs(value string) string {
	quoted := strconv.Quote(value)
	switch r, _ := utf8First(value); {
	case strings.HasSuffix(value, "\r"):
		return "; " + quoted +
			" ends with a carriage return: save the file that it comes from with the line ends of Unix"
	case strings.ContainsRune("“”„‘’‚«»", r):
		return fmt.Sprintf("; %s has typographic quotes: write plain ones", quoted)
	case strings.ContainsFunc(value, invisible):
		return "; " + strconv.QuoteToASCII(value) + " has a blank or another sign that no one sees: type it again"
	}
	return ""
}

func utf8First(text string) (r rune, is bool) {
	for _, r = range text {
		return r, true
	}
	return -1, false
}

// invisible reports whether a sign is one that is copied from pages and documents without being seen.
func invisible(r rune) bool {
	return r != ' ' && unicode.Is(unicode.Zs, r) || strings.ContainsRune("\u200b\u2060\ufeff\u00ad", r)
}
