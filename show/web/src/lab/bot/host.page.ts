// For tests in a browser: the sandbox and the laboratory as globals of the page.
import { LabClient } from "../client";
import { BotHost } from "./host";

Object.assign(globalThis, { BotHost, LabClient });
