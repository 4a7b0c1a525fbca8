// Media queries: preferences of the system or the reader, and the size of the screen.

/**
 * Whether a media query matches, and when that changes. Chromium does not report a change to a MediaQueryList whose
 * value was read before its event. So one list is read, and another one is listened to.
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

  /** Calls changed after every change, until the signal is aborted. */
  onChange(changed: () => void, signal?: AbortSignal): void {
    this.heard.addEventListener("change", changed, signal ? { signal } : {});
  }
}
