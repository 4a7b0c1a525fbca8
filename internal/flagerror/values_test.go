package flagerror

import (
	"testing"

	"github.com/spf13/pflag"
)

func TestValues(t *testing.T) {
	for _, c := range []struct{ arg, want string }{
		{"--name=x", ""},
		{"--jobs=0", ""},
		{"--list=a", ""},
		{"--listen=127.0.0.1:8080", ""},
		{"--listen=:0", ""},
		{"--listen=[::1]:80", ""},
		{"--name=", "--name is empty, expected a value (leave it out for the default)"},
		{"--list=", "--list is empty, expected a value (leave it out for the default)"},
		{"--many=", "--many is empty, expected a value (leave it out for the default)"},
		{"--name=~/x.blast", `--name is "~/x.blast": no shell has replaced the ~: put a blank in the place of the =, or write the home folder out`},
		{"--name=~x", ""}, {"--name=x~/y", ""}, {"--bot=~/x", ""},
		{"--listen=8080", `--listen is "8080", expected HOST:PORT, such as 127.0.0.1:8080; did you mean 127.0.0.1:8080?`},
		{"--listen=localhost", `--listen is "localhost", expected HOST:PORT, such as 127.0.0.1:8080`},
		{"--listen=localhost:http", `--listen is "localhost:http", expected HOST:PORT, such as 127.0.0.1:8080`},
		{"--listen=localhost:70000", `--listen is "localhost:70000", expected HOST:PORT, such as 127.0.0.1:8080`},
		{"--listen=1:2:3", `--listen is "1:2:3", expected HOST:PORT, such as 127.0.0.1:8080`},
	} {
		flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
		flags.Int("jobs", 1, "")
		flags.String("name", "", "")
		flags.String("bot", "", "")
		flags.String("listen", "", "")
		flags.StringSlice("list", nil, "")
		flags.StringArray("many", nil, "")
		if err := flags.Parse([]string{c.arg}); err != nil {
			t.Fatal(err)
		}
		err := Values(flags)
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.arg, err, c.want)
		}
	}
}
