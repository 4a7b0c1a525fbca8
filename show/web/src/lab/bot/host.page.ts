// For tests in a browser: makes the sandbox and the laboratory globals of the page.
import { LabClient } from "../client";
import { BotHost } from "./host";
import { loadPyodide } from "./pyodide";

Object.assign(globalThis, { BotHost, LabClient, loadPyodide });
