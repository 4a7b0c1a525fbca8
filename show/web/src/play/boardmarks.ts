// The marks on the board for a form: the possible moves, the cells that the bomb would cover, and the choices already
// made.
import type { BoardMark } from "../board/marks";
import { blastCells } from "./blast";
import { type Choice, type ChoiceForm, wishText } from "./choices";

/** A bomb that is aimed but not put down. */
export interface Aim {
  choice: Choice;
  range: number | undefined;
  faint: boolean;
}

/** The marks of a form. deadly: the cells that blow up in the coming turn. */
export function marksOf(form: ChoiceForm, aim: Aim | undefined, deadly: (cell: number) => boolean): BoardMark[] {
  const marks: BoardMark[] = [];
  const { keys } = form;
  for (const [i, piece] of form.choices.pieces.entries()) {
    const wish = form.wish(i);
    const choice = wish && piece.choices.find((choice) => choice.do === wish.do);
    if (!wish || !choice) continue;
    if (wish.range !== undefined) {
      for (const cell of blastCells(choice, wish.range)) marks.push({ kind: "blast", cell, faint: false });
      marks.push({ kind: "label", cell: piece.cell, text: wishText(wish, keys) });
    } else if (wish.cell !== undefined) marks.push({ kind: "label", cell: wish.cell, text: wishText(wish, keys) });
    else if (choice.cell !== piece.cell)
      marks.push({ kind: "step", from: piece.cell, cell: choice.cell, text: "", look: "set" });
  }
  const { piece } = form;
  if (!piece) return marks;
  if (aim) for (const cell of blastCells(aim.choice, aim.range)) marks.push({ kind: "blast", cell, faint: aim.faint });
  marks.push({ kind: "self", cell: piece.cell });
  if (form.complete || (aim && !aim.faint)) return marks;
  for (const { do: name, refused, note, cell, places = [] } of piece.choices) {
    for (const place of refused === "" ? places : [])
      marks.push({ kind: "label", cell: place, text: deadly(place) ? "†" : keys.keyOf(name).toUpperCase() });
    if (refused !== "" || cell === piece.cell || cell < 0 || !keys.isMove(name)) continue;
    marks.push({
      kind: "step",
      from: piece.cell,
      cell,
      text: keys.keyOf(name).toUpperCase(),
      look: deadly(cell) ? "deadly" : note ? "doubtful" : "free",
    });
  }
  return marks;
}
