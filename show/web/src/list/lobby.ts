// Who is there before a match, as the server sends it.

export interface Lobby {
  waiting: boolean;
  seats: { name: string; joined: boolean }[];
  /** What is waited for, where the players are not known. */
  line?: string;
  /** Where bots connect, the one for other machines first. */
  addresses?: string[];
  /** Where this page is, the one for other machines first. */
  page?: string[];
  /** The first of page as a QR code: a row each, 1 is dark. */
  qr?: string[];
}
