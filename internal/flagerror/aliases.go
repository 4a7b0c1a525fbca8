package flagerror

import "github.com/spf13/pflag"

// Aliases lets old names of options stand for the names that they have now. It is for pflag.FlagSet.SetNormalizeFunc.
func Aliases(now map[string]string) func(*pflag.FlagSet, string) pflag.NormalizedName {
	return func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if to, is := now[name]; is {
			name = to
		}
		return pflag.NormalizedName(name)
	}
}
