package control

import (
	"context"
	"fmt"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/similar"
)

// Similar prints which bots of an event resemble each other, the most alike first.
func (g *Organiser) Similar(ctx context.Context, asJSON bool) error {
	a, err := g.ask(ctx, &engine.Request{Similar: true})
	if err != nil {
		return err
	}
	if asJSON {
		pairs := a.Similar
		if pairs == nil {
			pairs = []similar.Pair{}
		}
		return plain.WriteJSON(g.Out, map[string]any{"compared": a.Compared, "pairs": pairs})
	}
	for i := range a.Similar {
		p := &a.Similar[i]
		fmt.Fprintf(g.Out, "%3.0f %%  %s and %s: %d tokens\n", 100*p.Share, plain.Text(p.A), plain.Text(p.B), p.Tokens)
		for _, place := range p.Places {
			fmt.Fprintf(g.Out, "       %s = %s\n", plain.Line(place.A.String()), plain.Line(place.B.String()))
		}
	}
	if len(a.Similar) == 0 {
		fmt.Fprint(g.Out, "no bots resemble each other; ")
	}
	_, err = fmt.Fprintf(g.Out, "%s compared\n", english.Count(a.Compared, "bot"))
	return err
}
