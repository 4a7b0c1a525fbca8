package simulate

import "blastyard/game"

// A Text says what the command for a game plays and how its lines look.
type Text struct{ Title, Help, Example string }

// ownLines are those games whose lines have a form of their own, by name.
var ownLines = map[string]ownForm{}

// ownForm is how a game reads lines of its own form.
type ownForm struct {
	text Text
	play func(k *game.Kind) (Game, error)
}

// Of returns a Game that plays a kind: by lines of its own form if it has one, else by those that all games have.
func Of(k *game.Kind) (Game, error) {
	if own, ok := ownLines[k.Name]; ok {
		return own.play(k)
	}
	return newSimulator(&kindRules{kind: k}), nil
}

// TextOf returns what people need to know of the lines of a kind.
func TextOf(k *game.Kind) Text {
	if own, ok := ownLines[k.Name]; ok {
		return own.text
	}
	return Text{k.Name, kindHelp + commonHelp + kindAnswers,
		"echo '{\"players\":2,\"seed\":1}' | blastyard simulate " + k.Name}
}

// kindHelp describes the lines of any game.
const kindHelp = `Read lines of JSON from standard input and answer each with a line.

  {"players":N,"seed":S}   starts a game of N players. Beside it can stand "map":MAP, the content of a map file or the
                           name of a built-in map, "specials":N, how many of the players are special ones, and
                           "state":STATE with "turn":T or "turn_number":N, a state after T turns, or that came to a
                           bot in turn N, to go on from; not all games have them
  {"moves":[M,...]}        plays a turn: for each player by id the actions that a bot sends, or null for none
  {"turns":[[M,...],...]}  plays several turns, each like moves, and answers as the last one
  an empty line            ends the game; another may follow

The answer:

  {"turn":T,"turn_number":N,"over":B,"winner":W,"scores":[0,0],"living":[1,1],"acts":[true,true],"state":STATE}

turn counts the turns played, turn_number is that of the turn in which bots get the state, living counts the pieces of
each player, winner is the player ahead or -1, and acts says who may act in the next turn. After the end turns change
nothing. With a seed the order of players is drawn each turn, never as in a match.
`

const kindAnswers = `
  "answer":"brief"      the answer has no state
  "answer":"choices"    the answer has also "choices":[[{"token":T,"label":L,"choices":[{"do":D,"actions":M},...]},...],
                        ...]: what each player can do in the next turn, and the actions that do it. A choice that is
                        sure to be refused has "refused":WHY instead`

// commonHelp describes the fields that the lines of all games may have.
const commonHelp = `
  {"fork":F,"id":I}     copies game F as game I: {"id":I}; beside turns plays them in the copy; with "seed":N the copy
                        draws from a seed of its own
  {"drop":I}            forgets a game, {"drop":[I,...]} several: {"games":COUNT}

A bad line is answered with {"error":"..."} and changes nothing. Every line can have:

  "id":I                the game that is meant, an integer from 0; the answer has it, too. Without it: game 0.
                        There can be 10,000 games at the same time
  "report":true         beside turns: the answer has also "refused":[{"turn":INDEX,...,"reason":"..."},...], where
                        INDEX counts the turns of the line from 0
  "all":true            beside several turns: an answer for each of them`
