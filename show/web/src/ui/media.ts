// Media queries: what the system or the reader wants, and how large the screen is.

/**
 * Whether a media query holds, and when that changes. Chromium keeps a change from a list that was asked for it before its
 * event came. So one list is asked, and another one is listened to.
 */
export class Media {
  private readonly asked: MediaQueryList;
  private readonly heard: MediaQueryList;

  constructor(query: string) {
    this.asked = matchMedia(query);
    this.heard = matchMedia(query);
  }

  get matches(): boolean {
    return this.asked.matches;
  }

  /** Calls changed at every change until the signal says that it is enough. */
  onChange(changed: () => void, signal?: AbortSignal): void {
    this.heard.addEventListener("change", changed, signal ? { signal } : {});
  }
}
