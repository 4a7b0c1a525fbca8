// The shared stream, for pages that have scripts of their own: those of competitions.
export { sharedStreams } from "./shared";
