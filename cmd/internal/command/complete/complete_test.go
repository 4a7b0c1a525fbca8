package complete

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

// TestBelow: commands complete their flags and arguments, and those that do so themselves keep their way.
func TestBelow(t *testing.T) {
	root, play := &cobra.Command{Use: "blastyard"}, &cobra.Command{Use: "play"}
	own := &cobra.Command{Use: "watch", ValidArgsFunction: OneOf("mine")}
	for _, c := range []*cobra.Command{play, own} {
		c.Run = func(*cobra.Command, []string) {}
		c.Flags().String("sandbox", "", "")
		root.AddCommand(c)
	}
	Below(root)
	if got, _ := play.ValidArgsFunction(play, nil, ""); !slices.Equal(got, []string{"hexabomb", "bomberman"}) {
		t.Errorf("play offers %q", got)
	}
	if got, _ := play.ValidArgsFunction(play, []string{"hexabomb"}, ""); len(got) > 0 {
		t.Errorf("a second argument of play: %q", got)
	}
	if got, _ := own.ValidArgsFunction(own, nil, ""); !slices.Equal(got, []string{"mine"}) {
		t.Errorf("watch offers %q, want its own", got)
	}
	complete, there := own.GetFlagCompletionFunc("sandbox")
	if !there {
		t.Fatal("--sandbox is not completed")
	}
	if got, _ := complete(own, nil, ""); !slices.Contains(got, "require=files") {
		t.Errorf("--sandbox offers %q", got)
	}
}
