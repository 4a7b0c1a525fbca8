package lessons

import "testing"

// answers are plans for a character from turn 2 on, with the judge's text.
var answers = []struct {
	lesson int
	plan   string
	text   string
	done   bool
}{
	{1, "", "Your character stands on (-2,0); it should stand on the marked cell (2,-2). Your bot has not asked for any action.", false},
	{1, "x+ x+ x+ x+", "Your character stands on (2,0); it should stand on the marked cell (2,-2).", false},
	{1, "x+ x+ x+ x+ y+", "Your character stands on (2,0); it should stand on the marked cell (2,-2). In turn 6 an action was refused (character 0: move y+): there is no cell in that direction.", false},
	{1, "x+ x+ x+ x+ z+ z+ z-", "Your character was on the marked cell (2,-2) in turn 7, and left it again: it stands on (2,-1).", false},
	{1, "x+ x+ x+ x+ z+ z+ . . z-", "Your character was on the marked cell (2,-2) in turn 9, and left it again: it stands on (2,-1).", false},
	{1, "y+ y+ x+", "Your character stands on (1,-2); it should stand on the marked cell (2,-2).", false},
	{1, "z+ z+ z+", "Your character stands on (-2,0); it should stand on the marked cell (2,-2). In turn 2 an action was refused (character 0: move z+): there is no cell in that direction.", false},
	{1, "b22", "Your character died in turn 4 and is still dead. It could come back from turn 8 on, by revive.", false},
	{1, "b24 y+", "Your character died in turn 6 and is still dead. It could come back from turn 10 on, by revive.", false},
	{1, ". . . . . . x+ x+ x+", "Your character stands on (1,0); it should stand on the marked cell (2,-2).", false},
	{1, "x+ x+ b22 . . revive revive revive revive", "Your character stands on (0,0); it should stand on the marked cell (2,-2). In turn 7 an action was refused (character 0: revive): the revive delay is not over.", false},
	{1, "x+ x+ x+ x+ y- z+", "Your character stands on (1,0); it should stand on the marked cell (2,-2).", false},
	{1, "y- y- x+ x+", "Your character stands on (0,0); it should stand on the marked cell (2,-2). In turn 2 an action was refused (character 0: move y-): there is no cell in that direction.", false},
	{1, "x- x- x- revive", "Your character stands on (-2,0); it should stand on the marked cell (2,-2). In turn 2 an action was refused (character 0: move x-): there is no cell in that direction.", false},
	{1, "x+ x+ x+ x+ z+ z+", "Your character stands on the marked cell (2,-2).", true},

	{2, "", "You have 1 cell; the task is 15. Your bot has not asked for any action.", false},
	{2, "x+ x- x+ x- x+ x- x+ x- x+ x- x+ x- x+ x-", "You have 2 cells; the task is 15.", false},
	{2, "b44 y+ y+ z+", "Your character dropped a bomb in turn 2; in this task it only walks. In turn 5 an action was refused (character 0: move z+): there is no cell in that direction.", false},
	{2, "b23 . . .", "Your character dropped a bomb in turn 2; in this task it only walks.", false},
	{2, "x+ x+ x+ x+", "You have 5 cells; the task is 15.", false},
	{2, "y+ y+ x+ x+ z- z- z-", "You have 7 cells; the task is 15. In turn 8 an action was refused (character 0: move z-): there is no cell in that direction.", false},
	{2, "z+ z+", "You have 1 cell; the task is 15. In turn 2 an action was refused (character 0: move z+): there is no cell in that direction.", false},
	{2, "x+ x+ x+ x+ z+ z+ x- x- y- x+", "You have 10 cells; the task is 15. In turn 11 an action was refused (character 0: move x+): there is no cell in that direction.", false},
	{2, "z- x+ z+ y+", "You have 4 cells; the task is 15. In turn 5 an action was refused (character 0: move y+): there is no cell in that direction.", false},
	{2, ". . . . . . . . . . b22", "Your character dropped a bomb in turn 12; in this task it only walks.", false},
	{2, "revive revive", "You have 1 cell; the task is 15. In turn 2 an action was refused (character 0: revive): the character is alive.", false},
	{2, "y+ y+ x+ x+ z- z- y- y- x- x- z+ x+ b24", "Your character dropped a bomb in turn 14; in this task it only walks.", false},

	{3, "", "Your character has dropped no bomb. Your bot has not asked for any action.", false},
	{3, "b22", "Your blast covered 7 cells; the task is 17.", false},
	{3, "b24 y+ x+", "Your blast covered 7 cells; the task is 17.", false},
	{3, "x+ b34 y+ x+", "Your blast covered 13 cells; the task is 17.", false},
	{3, "x+ x+ x+ b44", "Your blast covered 19 cells, but your character died in turn 9: it stood in a blast.", false},
	{3, "x+ x+ x+ b32 x+", "Your blast covered 19 cells, but your character died in turn 7: it stood in a blast.", false},
	{3, "x+ x+ x+ b33 x+ x+", "Your blast covered 19 cells, but your character died in turn 8: it stood in a blast.", false},
	{3, "x+ x+ x+ . . . b34", "Your bomb has not exploded: drop it earlier, or with a shorter delay.", false},
	{3, "x+ x+ x+ b24 x+ y+", "Your blast covered 13 cells; the task is 17.", false},
	{3, ". b54", "Your character has dropped no bomb. In turn 3 an action was refused (character 0: bomb of range 5, delay 4): the bomb's range or delay is not allowed.", false},
	{3, "x+ x+ x+ b15", "Your character has dropped no bomb. In turn 5 an action was refused (character 0: bomb of range 1, delay 5): the bomb's range or delay is not allowed.", false},
	{3, "x+ y+ b44 y+ x+", "Your blast covered 15 cells; the task is 17.", false},
	{3, "b34 b34 x+ y+", "Your blast covered 10 cells; the task is 17. In turn 3 an action was refused (character 0: bomb of range 3, delay 4): the character has no bomb ready.", false},
	{3, "x+ x+ x+ . b43 revive", "Your blast covered 19 cells, but your character died in turn 9: it stood in a blast. In turn 7 an action was refused (character 0: revive): the character is alive.", false},
	{3, "x+ x+ x+ b33 x+ y+", "Your blast covered 19 cells, and your character is alive.", true},

	{4, "", "Your character has dropped no bomb, and B's bomb exploded in turn 6, when its delay was over. Your bot has not asked for any action.", false},
	{4, "b34 y+ z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, "b44 y+ z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, "b42 . .", "You have caught B0, but your character died in turn 4.", false},
	{4, "b42 y+ y+", "You have caught B0, but your character died in turn 4.", false},
	{4, "b24 y+ z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, ". . . b42 y+ z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, ". . b42 y+ z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, "x+ b32 y+ z+", "You have set off B's bomb in turn 5, and B0 died.", true},
	{4, "x+ x+ x+ b42 z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, "y+ b42 y+ z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, "b45 y+ z+", "Your character has dropped no bomb, and B's bomb exploded in turn 6, when its delay was over. In turn 2 an action was refused (character 0: bomb of range 4, delay 5): the bomb's range or delay is not allowed.", false},
	{4, "y+ x+ x+ x+ b22", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier.", false},
	{4, "x- b42 y+ z+", "B's bomb exploded in turn 6, when its delay was over. Your blast should reach it earlier. In turn 5 an action was refused (character 0: move z+): there is no cell in that direction.", false},
	{4, ". b42 y+ z+", "You have set off B's bomb in turn 5, and B0 died.", true},

	{5, "", "Your character died in turn 7, on (0,0). The blast there could be foreseen after turn 4. Your bot has not asked for any action.", false},
	{5, ". . . . y+", "Your character died in turn 7, on (0,0). The blast there could be foreseen after turn 4. In turn 6 an action was refused (character 0: move y+): the cell is occupied.", false},
	{5, ". . . . x+ y+", "Your character died in turn 7, on (2,-1). The blast there could be foreseen after turn 4.", false},
	{5, "b22", "Your character died in turn 4, on (0,0). The blast there could be foreseen after turn 2.", false},
	{5, "b44 . . .", "Your character died in turn 6, on (0,0). The blast there could be foreseen after turn 2.", false},
	{5, "x+ x+ x+", "Your character died in turn 9, on (3,0). The blast there could be foreseen after turn 6.", false},
	{5, "y+ y+ y+", "Your character died in turn 6, on (1,-1). The blast there could be foreseen after turn 3. In turn 3 an action was refused (character 0: move y+): the cell is occupied.", false},
	{5, "x- . . . .", "Your character died in turn 8, on (-1,0). The blast there could be foreseen after turn 5.", false},
	{5, ". . b42 y+ z+", "Your character died in turn 6, on (0,-1). The blast there could be foreseen after turn 4. In turn 5 an action was refused (character 0: move y+): the cell is occupied.", false},
	{5, "revive", "Your character died in turn 7, on (0,0). The blast there could be foreseen after turn 4. In turn 2 an action was refused (character 0: revive): the character is alive.", false},
	{5, "z- z- x-", "Your character died in turn 9, on (-1,2). The blast there could be foreseen after turn 6.", false},
	{5, ". . . z+ x- y+ x+ z+ y+ . . .", "Your character died in turn 15, on (1,-3). The blast there could be foreseen after turn 12. In turn 10 an action was refused (character 0: move y+): there is no cell in that direction.", false},
	{5, "b23 x- z+", "Your character died in turn 5, on (-1,-1). Nobody could foresee that.", false},
	{5, ". . . . . . revive revive revive revive revive", "Your character died in turn 7, on (0,0). The blast there could be foreseen after turn 4. In turn 8 an action was refused (character 0: revive): the revive delay is not over.", false},

	{6, "", "Your character died in turn 4 and is still dead. It could come back from turn 8 on, by revive. Your bot has not asked for any action.", false},
	{6, "x+ x+ x+", "Your character died in turn 4 and is still dead. It could come back from turn 8 on, by revive. In turn 3 an action was refused (character 0: move x+): the cell is occupied.", false},
	{6, ". . . . . . revive", "Your character stands on (-2,0); it should stand on the marked cell (4,-3).", false},
	{6, ". . . . . revive", "Your character died in turn 4 and is still dead. It could come back from turn 8 on, by revive. In turn 7 an action was refused (character 0: revive): the revive delay is not over.", false},
	{6, ". . . . . . . . . . revive x+ x+", "Your character stands on (0,0); it should stand on the marked cell (4,-3).", false},
	{6, ". . . revive revive revive revive x+ x+ x+ x+", "Your character stands on (2,0); it should stand on the marked cell (4,-3). In turn 5 an action was refused (character 0: revive): the revive delay is not over.", false},
	{6, "b22 . revive", "Your character died in turn 4 and is still dead. It could come back from turn 8 on, by revive. In turn 4 an action was refused (character 0: revive): the character is alive.", false},
	{6, "b44 . . . . . revive b22 .", "Your character stands on (-2,0); it should stand on the marked cell (4,-3). In turn 9 an action was refused (character 0: bomb of range 2, delay 2): the character has no bomb ready.", false},
	{6, ". . . . . . revive x+ x+ x+ y+ y+ y+", "Your character stands on (1,0); it should stand on the marked cell (4,-3). In turn 12 an action was refused (character 0: move y+): the cell is occupied.", false},
	{6, ". . . . . . revive x+ x+ x+ x+ y+ y+", "Your character stands on (4,-2); it should stand on the marked cell (4,-3).", false},
	{6, ". . . . . . revive x+ x+ x+ x+ y+ z+", "Your character stands on (3,-2); it should stand on the marked cell (4,-3).", false},
	{6, "x+ b44 . . . . revive . . b24 . . . . .", "Your character died in turn 15, too late to come back; it should stand on the marked cell (4,-3).", false},
	{6, ". . . . . . . revive x+ x+ x+ y+ y+ y+", "Your character stands on (1,0); it should stand on the marked cell (4,-3). In turn 13 an action was refused (character 0: move y+): the cell is occupied.", false},

	{7, "", "B's bomb exploded in turn 6, and none of yours with it. The marked cell (0,0) took B's colour. Your bot has not asked for any action.", false},
	{7, "b44 y+ z+", "The marked cell (0,0) became neutral in turn 6: your bomb and B's were equally near.", false},
	{7, "b42 y+ z+", "The marked cell (0,0) became neutral in turn 4: your bomb and B's were equally near.", false},
	{7, "x+ b44", "The marked cell (0,0) took your colour, but your character died in turn 6.", false},
	{7, "x+ b44 y+", "The marked cell (0,0) took your colour, but your character died in turn 6.", false},
	{7, "x+ b44 x- . .", "The marked cell (0,0) took your colour, but your character died in turn 6.", false},
	{7, "x- b44 y+ z+", "B's bomb exploded in turn 6, and none of yours with it. The marked cell (0,0) took B's colour. In turn 5 an action was refused (character 0: move z+): there is no cell in that direction.", false},
	{7, "y+ b44 y+", "B's bomb exploded in turn 6, and none of yours with it. The marked cell (0,0) took B's colour.", false},
	{7, "x+ b24 y+ z+", "The marked cell (0,0) took your colour in turn 6.", true},
	{7, "y- b44 y- z-", "B's bomb exploded in turn 6, and none of yours with it. The marked cell (0,0) took B's colour. In turn 4 an action was refused (character 0: move y-): there is no cell in that direction.", false},
	{7, "y- x+ b24 y-", "B's bomb exploded in turn 6, and none of yours with it. The marked cell (0,0) took B's colour.", false},
	{7, "x+ x+ x+ b42", "The marked cell (0,0) took your colour, but your character died in turn 6.", false},
	{7, ". b43 y+ z+", "The marked cell (0,0) became neutral in turn 6: your bomb and B's were equally near.", false},
	{7, "x+ b42 . z+", "The marked cell (0,0) took your colour, but your character died in turn 5.", false},
	{7, "x+ b44 y+ z+", "The marked cell (0,0) took your colour in turn 6.", true},

	{8, "", "You have 1 cell; the task is 15. Your bot has not asked for any action.", false},
	{8, "x+ x+ x+ x+ x+ x+ x+ x+", "You have 8 cells; the task is 15. In turn 9 an action was refused (character 0: move x+): there is no cell in that direction.", false},
	{8, "b44", "You have 5 cells; the task is 15.", false},
	{8, "x+ x+ x+ x+ y- z-", "You have 7 cells; the task is 15.", false},
	{8, "x+ x- x+ x- x+ x-", "You have 2 cells; the task is 15.", false},
	{8, "x+ x+ x+ x+ z- y- x- x+", "You have 6 cells; the task is 15. In turn 6 an action was refused (character 0: move z-): there is no cell in that direction.", false},
	{8, "z- z- z-", "You have 1 cell; the task is 15. In turn 2 an action was refused (character 0: move z-): there is no cell in that direction.", false},
	{8, "x+ x+ b44 x+ x+ x+ x+ x+", "You have 7 cells; the task is 15. In turn 9 an action was refused (character 0: move x+): the character is dead.", false},
	{8, "x+ x+ x+ x+ z- z- x+ x+ x+ x+", "You have 8 cells; the task is 15. In turn 6 an action was refused (character 0: move z-): there is no cell in that direction.", false},
	{8, ". . . . . . . . x+ x+ x+", "You have 4 cells; the task is 15.", false},
	{8, "revive x+", "You have 2 cells; the task is 15. In turn 2 an action was refused (character 0: revive): the character is alive.", false},
	{8, "x+ x+ x+ x+ x+ x+ x+ x- x- x- y- z- x+ x+ x+", "You have 13 cells; the task is 15.", false},
}

// TestAnswers: the judge says in words what is missing, and accepts other ways than the solution.
func TestAnswers(t *testing.T) {
	wrong := map[int]int{}
	for _, a := range answers {
		_, v, err := Play(t.Context(), a.lesson, rival{action: plan(a.plan)})
		if want := (Verdict{a.lesson, a.done, a.text}); err != nil || v != want {
			t.Errorf("lesson %d, %s:\n got %+v, %v\nwant %+v", a.lesson, a.plan, v, err, want)
		}
		if !a.done {
			wrong[a.lesson]++
		}
	}
	for _, l := range All() {
		if wrong[l.Number] < 11 {
			t.Errorf("lesson %d: only %d wrong answers", l.Number, wrong[l.Number])
		}
	}
}
