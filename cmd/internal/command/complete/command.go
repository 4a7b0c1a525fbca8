package complete

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Command returns the command that prints completion scripts. usage turns an error into one of wrong usage.
func Command(usage func(error) error) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that completes commands, maps, bots and replays in your shell",
		Long: `Print a script that lets a shell complete commands and flags by the Tab key, and the names of maps,
built-in bots, languages and replays. To have it in every new shell, once:

  bash         echo 'source <(blastyard completion bash)' >> ~/.bashrc     (with the package bash-completion)
  zsh          echo 'source <(blastyard completion zsh)' >> ~/.zshrc       (after a line with compinit)
  fish         blastyard completion fish > ~/.config/fish/completions/blastyard.fish
  powershell   blastyard completion powershell >> $PROFILE`,
		Example: `  source <(blastyard completion bash)
  blastyard completion fish | source`,
		ValidArgs: Shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(Shells, args[0]) {
				return usage(fmt.Errorf("%q, expected one of %s", strings.Join(args, " "), strings.Join(Shells, ", ")))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			default:
				return root.GenPowerShellCompletionWithDesc(out)
			}
		},
	}
}

// Shells are the shells for which there are scripts.
var Shells = []string{"bash", "zsh", "fish", "powershell"}
