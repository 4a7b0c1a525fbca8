// The frame in which bots run: a document with an origin of its own, without network and storage. Its policy and the
// page's policy also apply to every worker that is made in it.

/** The only script of the frame: it makes a worker of the first text that the page sends, and gives it the port. */
export const frameScript =
  'addEventListener("message",({source,data,ports})=>{' +
  'if(source===parent)new Worker(URL.createObjectURL(new Blob([data],{type:"text/javascript"}))).postMessage(0,ports)' +
  "})";

/**
 * What the policy of a page must allow in `script-src`, in addition to `blob:` in `worker-src`. A test compares it with
 * the script.
 */
export const frameHash = "'sha256-XgIII68XWOnBnfj7IOWPPOWb5oi6gl8GoKNQW8w22cU='";

const policy = (python: boolean): string =>
  `default-src 'none'; script-src ${frameHash}${python ? " 'wasm-unsafe-eval'" : ""}; worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'`;

/** A hidden frame that Tab does not reach. A frame for Python lets its workers compile WebAssembly. */
export function newFrame(python: boolean): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.title = "Bots";
  frame.hidden = true;
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy(python)}"><script>${frameScript}</script>`;
  return frame;
}
