package options

import (
	"cmp"
	"fmt"
	"strings"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game/match"
	"blastyard/internal/shellquote"
)

// Repeat returns the command line that plays the same match again, for the user who gave the options. For replays see
// RepeatShared.
func (o *Options) Repeat(p *arena.Prepared) string {
	return o.repeat(p, cmp.Or(o.Program, "blastyard"), o.Env, p.Config.Secret)
}

// RepeatShared is Repeat without private details: the path of the program, and the values of --env, which may be
// secret. Use it where users share it.
func (o *Options) RepeatShared(p *arena.Prepared) string {
	return o.repeat(p, "blastyard", nil, p.Config.Secret)
}

// RepeatRecorded is RepeatShared without the secret, for the header of a replay, which stands in the file while the
// match is played. It is "" for a match of a series with a secret: that of the match, which the replay holds, does not
// give that of the series.
func (o *Options) RepeatRecorded(p *arena.Prepared) string {
	if o.Only > 0 && !p.Config.Secret.IsZero() {
		return ""
	}
	return o.repeat(p, "blastyard", nil, match.Secret{})
}

func (o *Options) repeat(p *arena.Prepared, program string, env []string, secret match.Secret) string {
	words := []string{program, "play"}
	if o.Game != "" {
		words = append(words, o.Game)
	}
	add := func(flag, value string) { words = append(words, flag, shellquote.Quote(value)) }
	if o.Rules != "" {
		add("--rules", o.Rules)
	}
	if p.Config.Map != "" {
		add("--map", p.Config.Map)
	}
	refilled := o.BotsFile != "" || o.Wait > 0 // the seats after those are filled again in the same way
	for k := range p.Seats {
		switch s := &p.Seats[k].Seat; {
		case s.Special:
			add("--special", s.Spec())
		case s.Bot != "" && (!refilled || k < p.Specials+len(o.Bots)):
			add("--bot", s.Spec())
		}
	}
	if o.BotsFile != "" {
		add("--bots", o.BotsFile)
	}
	if refilled && o.Players > 0 {
		add("--players", fmt.Sprint(o.Players))
	}
	o.addWaiting(add)
	if p.Config.Turns > 0 {
		add("--turns", fmt.Sprint(p.Config.Turns))
	}
	if o.Seeds() > 1 {
		add("--seed", seeds{&o.Seed, &o.LastSeed}.String())
	} else {
		add("--seed", fmt.Sprint(p.Config.Seed))
	}
	if !secret.IsZero() {
		add("--secret", secret.String())
	}
	if p.Config.Order != match.Seeded.String() {
		add("--order", p.Config.Order)
	}
	if p.Config.Failed != match.FailedLast.String() {
		add("--failed", p.Config.Failed)
	}
	if o.Games > 1 && o.Seeds() == 1 {
		add("--games", fmt.Sprint(o.Games))
	}
	if o.Only > 0 {
		add("--only", fmt.Sprint(o.Only))
	}
	o.addTimes(add)
	if o.NoTimeout {
		words = append(words, "--no-timeout")
	}
	if o.Sandbox != harness.SandboxOff {
		add("--sandbox", o.Sandbox)
	}
	for _, e := range env {
		add("--env", e)
	}
	return strings.Join(words, " ")
}

// addWaiting adds the options for bots that connect by themselves, and for persons.
func (o *Options) addWaiting(add func(flag, value string)) {
	if o.Wait > 0 {
		add("--wait", fmt.Sprint(o.Wait))
		if o.Given("host") {
			add("--host", o.Host)
		}
		if o.Port > 0 {
			add("--port", fmt.Sprint(o.Port))
		}
	}
	if o.Start > 0 {
		add("--start", o.Start.String())
	}
}

// addTimes adds the options for the times of turns.
func (o *Options) addTimes(add func(flag, value string)) {
	if o.Given("turn-time") {
		add("--turn-time", o.TurnTime.String())
	}
	if o.Delay > 0 { // bots may think during a delay
		add("--delay", o.Delay.String())
	}
}
