package simulate

// HexabombHelp describes the lines of Hexabomb.
const HexabombHelp = `Read lines of JSON from standard input and answer each with a line.

  {"map":MAP,"nb_players":N,"nb_special_players":S}   starts a game: {"game_state":STATE}
  {"game_state":STATE,"turn_number":T,"nb_special_players":S}
                                  starts a game from the state of a TURN; without turn_number from an initial state
  {"player_actions":[{"player_id":P,"turn_number":T,"actions":[ACTION,...]},...]}
                                  plays a turn in that order: {"winner_player_id":W,"game_state":STATE}
  {"turns":[[...],[...]]}         plays several turns, each like player_actions, and answers as the last one
  an empty line                                       ends the game; another may follow

MAP is the content of a map file, or the name of a built-in map. It may stand beside a game_state. With "seed":N in the
line that starts the game the order of players is drawn each turn, from this seed: never as in a match.
` + commonHelp + `
  "answer":"brief"      the answer has no state: {"winner_player_id":W,"turns_played":T,"score":{...},
                        "cell_count":{...},"living":{...}}`

// BombermanHelp describes the lines of Bomberman.
const BombermanHelp = `Read lines of JSON from standard input and answer each with a line.

  {"players":N,"seed":S}   starts a game of N players, 2 to 12; players are named Player 1, Player 2, ...
  {"state":STATE,"seed":D} starts a game from a state.json: the object, or a string that holds it
  {"commands":[C,...]}     plays a round: a command for each player by key, the dead too: 1 up, 2 left, 3 right, 4 down,
                           5 place bomb, 6 trigger, any other number nothing
  {"rounds":[[C,...],...]} plays several rounds and answers as the last one
  an empty line            ends the game; another may follow

The answer:

  {"round":R,"over":B,"leaderboard":"AB","failed":[0,0],"killed_round":[0,0],"map":"...","state":"...","console":"..."}

failed says by key whether the command was refused. map and state are the texts of map.txt and state.json. console
is what the original draws. With "reveal":true in the line that starts the game its answer has also "rows", those of
the map, in which 1 and 2 are soft walls over a bag and a radius power-up. Collisions are drawn from the seed: never as
in a match, also on a map of the same seed. Beside a state, "draw_power_ups":true draws those that walls must hide; else
walls hide none. "stood":[[{"X":x,"Y":y},...],...] are blocks that the players have covered, by key. "secret":HEX
beside players and a seed: the walls hide what they hide in a match with this secret, 32 hexadecimal digits.
` + commonHelp + `
  "answer":"brief"      the answer has no texts, but "points":[0,0],"alive":[true,true]
  "answer":"state"      likewise, with state.json as an object: "state":{...}`

// commonHelp describes the fields that the lines of both games may have.
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
