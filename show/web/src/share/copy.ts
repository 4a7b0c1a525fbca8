// Puts text where the reader can paste it.

/** Copies text; fails where the browser allows it in no way. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    try {
      return await navigator.clipboard.writeText(text);
    } catch {
      // not allowed, such as in a frame: the old way may be
    }
  }
  const field = document.createElement("textarea"); // pages of other machines have no clipboard without https
  field.value = text;
  field.className = "aside";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("the browser does not let this page copy");
}

/** Saves a file as the browser saves what is downloaded. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A part of a file's name: what other systems do not take is left out. */
export function namePart(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80);
}
