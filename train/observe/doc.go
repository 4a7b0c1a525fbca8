// Package observe turns states of both games into arrays of numbers for programs that learn. Everything in an
// observation can be seen by a bot: nothing hidden is shown, so the same observation can be made in training and in a
// match. The package is pure; it knows the rules and no episodes.
//
// # Forms
//
// An observation is that of one seat, a player. It has channels, scalars, a mask of actions and a key of that mask.
//
//   - Planes: a grid of uint8 a channel, [channel][row][column]. Bomberman: the map's own grid. Hexabomb: axial
//     coordinates, the row is r and the column q, both counted from the smallest one of the board; the channel
//     "valid" says which places are cells, all else is 0 elsewhere.
//   - Cells: [cell][channel], with Spec.Neighbours, for graph networks; without the channel "valid". The cells of
//     hexabomb are in the order of q, then r; those of Bomberman row by row.
//   - None: no channels, the rest only.
//
// # Channels
//
// Players are named relative to the seat: 0 is the seat itself, then come the others in the order of their ids after
// it, wrapping. The special player of sudden death is the last one for all others. Yes is 255 and no 0. Numbers of
// turns become 255/turns, rounded down: the sooner, the larger; 0 is never. Ranges become 16 times the range, at most
// 255; a radius of Bomberman that has wrapped is 255.
//
// Hexabomb:
//
//	valid          the board has a cell here (Planes only)
//	danger         255/t where the next blast comes at the end of turn t, 1 being the coming one, if nobody drops
//	               another bomb; chains included. It is what rules/hexabomb/forecast's First says
//	bomb_range     16 × the range of the bomb here
//	character_0 …  only if a player has more than one character: the seat's own, by id, each in a channel of its own:
//	               255 living, 128 where it lies dead
//	colour_i       the cell has player i's colour
//	living_i       a living character of player i stands here
//	dead_i         255/(d+1) where a dead character of player i lies that may revive after d more turns; the largest
//	               value if there are several
//	bombs_i        255/d: a bomb of player i's colour that explodes at the end of turn d, if no other sets it off
//
// Bomberman:
//
//	hard_wall, soft_wall
//	power_bag, power_radius, power_super   power-ups that lie open
//	danger         as in hexabomb: what rules/bomberman/forecast's First says when nobody places or triggers a bomb
//	bomb_range     16 × the radius of the bomb here
//	living_i       player i stands here
//	bombs_i        255/t: a bomb of player i that explodes in round t from now, if nothing sets it off
//
// # Scalars
//
// They are float32. In both games:
//
//	turn           turns played / turns of the match, at most 1
//	score_i        hexabomb: score / (cells × turns); sudden death: score / turns. Bomberman: points / 1000
//	living_i       living characters / characters
//	bombs_i        bombs ready. Hexabomb: of all characters, dead ones too, / (2 × characters). Bomberman: bombs left
//	               in the bag / 10, at most 1
//
// Hexabomb besides:
//
//	special        1 if the seat is the special player
//	cells_i        the share of the board's cells that have player i's colour
//	character_j_alive, character_j_bombs, character_j_revive   of the seat's own: 1 or 0; bombs ready / 2; 0 while it
//	               lives, else 1/(d+1) with d turns until it may revive
//
// Bomberman besides:
//
//	bag_i          bombs that it may have on the map / 10, at most 1
//	radius_i       radius of its next bomb / width of the map, at most 1
//
// # Actions
//
// An action is a number for each character, 0 for nothing; Spec.Actions names them. Hexabomb: 1 to 6 are moves, 7 to
// 15 bombs of (range, delay) = (2,2) (2,3) (2,4) (3,2) … (4,4), 16 is a revival. Bomberman: the numbers of its
// commands. The mask has a 1 for each action that State.Legal does not refuse; nothing is always allowed. A key is a
// byte that stands for the mask: Spec.Masks[key] has its bits.
//
// # What is not shown
//
// The explosions of the last turn: they change nothing any more. Scores are scalars and not channels, since each
// constant channel would cost a grid of bytes a seat and a turn.
package observe
