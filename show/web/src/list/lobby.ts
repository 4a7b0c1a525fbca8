// The state before a match, as the server sends it: who has connected and who is missing.

export interface Lobby {
  waiting: boolean;
  seats: { name: string; joined: boolean }[];
  /** What the server waits for, if the players are not known. */
  line?: string;
  /** The addresses that bots connect to, the one for other machines first. */
  addresses?: string[];
  /** The addresses of this page, the one for other machines first. */
  page?: string[];
  /** The first address of page as a QR code: a string for each row, 1 is dark. */
  qr?: string[];
}
