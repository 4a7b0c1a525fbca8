/** A worker that runs a text as its script. */
export function makeWorker(text: string): Worker {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}
