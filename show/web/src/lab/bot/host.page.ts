// For tests in a browser: the sandbox as a global of the page.
import { BotHost } from "./host";

Object.assign(globalThis, { BotHost });
