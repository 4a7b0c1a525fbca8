// The shared stream for pages with scripts of their own: those of competitions.
export { sharedStreams } from "./shared";
