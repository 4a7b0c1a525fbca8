// Written by go generate ./show/web from game/viewer/palette.go: change the colours there.

/** The players' colours, by look. After the last look the first ones come again, with other patterns. */
export const players = [
  "#4f8fff",
  "#ffb000",
  "#e0409f",
  "#7ef0c8",
  "#665500",
  "#ffccff",
  "#889966",
  "#eeee99",
  "#116644",
  "#3322ff",
  "#bb7788",
  "#888800",
] as const;

/** Ground without an owner. */
export const neutral = "#454a55";

/** Walls that stay. */
export const stone = "#8a8f99";

/** Walls that blasts destroy. */
export const brick = "#6b4a3a";

/** A blast whose colours tie. */
export const ash = "#c8c8c8";
