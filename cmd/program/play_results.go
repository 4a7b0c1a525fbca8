//go:build !js

package program

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"blastyard/arena/options"
	"blastyard/arena/resultfile"
	"blastyard/game/match"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
	"blastyard/replay"
)

// goOn opens the file of a series to continue, and restores the command line that began it.
func (p *playing) goOn(flags *pflag.FlagSet) (err error) {
	if p.results, p.before, err = resultfile.Open(p.opt.Resume); err != nil {
		return fmt.Errorf("--resume: %w", err)
	}
	if p.results.Header.Failed == "" { // the file is older than the option --failed
		p.opt.Failed = match.FailedKeep.String()
	}
	return p.opt.GoOn(flags, p.results.Header.Repeat)
}

// openResults creates the file of results of a series. For a continued series, it checks that the file is of the same
// series.
func (p *playing) openResults() error {
	h := p.resultHeader()
	switch {
	case p.results != nil:
		if err := p.results.Header.Differs(&h); err != nil {
			return fmt.Errorf("--resume: %s: %w", p.results.Path(), err)
		}
	case !p.opt.Series() || p.opt.Results == options.NoReplay:
	case p.opt.Results != "":
		file, err := resultfile.Create(p.opt.Results, h)
		if err != nil {
			return fmt.Errorf("--results: %w; --resume goes on with a file that is there", err)
		}
		p.results = file
	default:
		path := replayPath(p.Kind.Name, p.Config.Seed, time.Now())
		file, err := resultfile.CreateNew(strings.TrimSuffix(path, replay.Ending)+resultfile.Ending, h)
		if err != nil {
			p.notes.Print("the results are kept nowhere: %s", errortext.Line(err))
			return nil
		}
		p.results = file
	}
	return nil
}

// resultHeader describes the series.
func (p *playing) resultHeader() resultfile.Header {
	c := &p.Config
	h := resultfile.Header{Software: software(), Started: time.Now().UTC().Truncate(time.Second), Game: p.Kind.Name,
		Rules: p.Kind.Rules, Map: c.Map, Seed: c.Seed, Order: c.Order,
		Failed: c.Failed, Turns: c.Turns, Matches: p.opt.Games,
		Repeat: p.opt.RepeatShared(p.Prepared)}
	if p.opt.Seeds() > 1 {
		h.LastSeed = p.opt.LastSeed
	}
	for k := range p.Seats {
		h.Bots = append(h.Bots, resultfile.Bot{Bot: p.Seats[k].Bot, Name: p.Seats[k].Name, Special: p.Seats[k].Special})
	}
	return h
}

func (p *playing) closeResults() {
	if p.results != nil {
		p.results.Close()
	}
}

// resultsPath returns the path of the file of results; "" if there is none.
func (p *playing) resultsPath() string {
	if p.results == nil {
		return ""
	}
	return p.results.Path()
}

// sayHowToGoOn says where the results of an interrupted series are.
func (p *playing) sayHowToGoOn(played int) {
	if p.results != nil && p.results.Err() == nil {
		p.notes.Print("%d of %d games are in %s; to go on: blastyard play --resume %s", played, p.opt.Games,
			plain.Line(p.results.Path()), shellquote.Quote(p.results.Path()))
	}
}
