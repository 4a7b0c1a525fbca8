// Copies text to the clipboard, and saves files.

/** Copies text; fails if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    try {
      return await navigator.clipboard.writeText(text);
    } catch {
      // not allowed, for example in a frame; the older method may be
    }
  }
  const field = document.createElement("textarea"); // without https, pages of other machines have no clipboard API
  field.value = text;
  field.className = "aside";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("the browser does not let this page copy");
}

/** Saves a file as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Makes a part of a file name: characters that some systems do not allow are left out. */
export function namePart(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80);
}
