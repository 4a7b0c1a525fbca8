/** What pointer gestures do to a board. Positions are in CSS pixels from the canvas's corner. */
export interface Gestures {
  hover(x: number, y: number): void;
  leave(): void;
  pick(x: number, y: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  fit(): void;
}

interface Point {
  x: number;
  y: number;
}

/** How far a pointer must move before it drags, in CSS pixels. */
const slack = 4;

/**
 * Listens to mouse, pen and touch: wheel and pinch zoom, dragging pans, a double click fits the board, a click picks a
 * cell. Returns a function that removes the listeners.
 */
export function listen(canvas: HTMLCanvasElement, gestures: Gestures): () => void {
  const ends = new AbortController();
  const down = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  let dragged = false;

  const at = (e: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const move = (e: PointerEvent): void => {
    const now = at(e);
    const old = down.get(e.pointerId);
    if (!old) {
      gestures.hover(now.x, now.y);
      return;
    }
    if (down.size === 2) pinch(gestures, down, e.pointerId, now);
    else if (dragged || Math.hypot(now.x - start.x, now.y - start.y) > slack) {
      const from = dragged ? old : start;
      dragged = true;
      canvas.style.cursor = "grabbing";
      gestures.pan(now.x - from.x, now.y - from.y);
    }
    if (down.size > 1) dragged = true;
    down.set(e.pointerId, now);
  };
  const up = (e: PointerEvent): void => {
    if (!down.delete(e.pointerId) || down.size > 0) return;
    canvas.style.cursor = "";
    const now = at(e);
    if (e.type !== "pointerup" || dragged) return;
    gestures.hover(now.x, now.y);
    gestures.pick(now.x, now.y);
  };
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    f: (e: HTMLElementEventMap[K]) => void,
    passive = true,
  ): void => canvas.addEventListener(name, f, { signal: ends.signal, passive });

  on("pointerdown", (e) => {
    if (e.pointerType === "mouse" && e.button !== 0) return;
    if (down.size === 0) [start, dragged] = [at(e), false];
    down.set(e.pointerId, at(e));
    canvas.setPointerCapture(e.pointerId);
  });
  on("pointermove", move);
  on("pointerup", up);
  on("pointercancel", up);
  on("pointerleave", (e) => {
    if (e.pointerType !== "touch" && !down.has(e.pointerId)) gestures.leave();
  });
  on("dblclick", () => gestures.fit());
  on(
    "wheel",
    (e) => {
      e.preventDefault();
      const lines =
        e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : e.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 300 : 1;
      const now = at(e);
      gestures.zoom(Math.exp(Math.max(-1, Math.min(1, (-e.deltaY * lines) / 400))), now.x, now.y);
    },
    false,
  );
  canvas.style.touchAction = "none";
  return () => ends.abort();
}

/** A pinch with two fingers: their distance zooms, their middle pans. */
function pinch(gestures: Gestures, down: ReadonlyMap<number, Point>, moved: number, now: Point): void {
  const old = down.get(moved);
  const other = [...down].find(([id]) => id !== moved)?.[1];
  if (!old || !other) return;
  const before = Math.hypot(old.x - other.x, old.y - other.y);
  const after = Math.hypot(now.x - other.x, now.y - other.y);
  gestures.pan((now.x - old.x) / 2, (now.y - old.y) / 2);
  if (before > 1 && after > 1) gestures.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
}
