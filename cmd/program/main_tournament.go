//go:build tournament && !js

package program

import (
	"os"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/competitions"
)

func init() {
	competes = func() *cobra.Command { return competitions.New(os.Args[0], version) }
}
