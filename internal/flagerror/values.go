package flagerror

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// addresses are the options that name an address to listen on, in every command.
var addresses = []string{"listen", "workers"}

// bots are the options whose values name bots, which have words of their own for what is wrong with a path.
var bots = []string{"bot", "special", "against"}

// Values checks what all commands ask of the options that a command line has: a text is not empty, for which an option
// could be taken for left out, and an address to listen on is one.
func Values(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		for _, value := range texts(f) {
			switch {
			case err != nil:
			case value == "":
				err = fmt.Errorf("--%s is empty, expected a value (leave it out for the default)", f.Name)
			case strings.HasPrefix(value, "~/") && !slices.Contains(bots, f.Name):
				err = fmt.Errorf("--%s is %q: no shell has replaced the ~: put a blank in the place of the =, "+
					"or write the home folder out", f.Name, value)
			case slices.Contains(addresses, f.Name):
				err = address(f.Name, value)
			}
		}
	})
	return err
}

// texts are the values of an option for texts.
func texts(f *pflag.Flag) []string {
	if list, is := f.Value.(pflag.SliceValue); is {
		values := list.GetSlice()
		if len(values) == 0 { // what a list of pflag makes of an empty value
			values = []string{""}
		}
		return values
	}
	if f.Value.Type() == "string" {
		return []string{f.Value.String()}
	}
	return nil
}

// address checks an address to listen on: HOST:PORT, or :PORT for all addresses of the machine.
func address(flag, value string) error {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		n, numErr := strconv.Atoi(port)
		if numErr == nil && n >= 0 && n <= 65535 {
			return nil
		}
	}
	const want = "expected HOST:PORT, such as 127.0.0.1:8080"
	if _, err := strconv.ParseUint(value, 10, 16); err == nil {
		return fmt.Errorf("--%s is %q, %s; did you mean 127.0.0.1:%s?", flag, value, want, value)
	}
	return fmt.Errorf("--%s is %q, %s", flag, value, want)
}
