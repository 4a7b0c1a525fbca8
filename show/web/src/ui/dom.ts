// Helpers that make elements. Text is inserted as text, never as HTML.

type Child = Node | string | false | undefined;
type Attributes = Record<string, string | number | boolean>;

/** Makes an element with attributes (true: an empty one; false: none) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== false && child !== undefined) element.append(child);
  return element;
}

/** Makes a button with an icon; the label is its accessible name and its tooltip. */
export function iconButton(icon: IconName, label: string, act: () => void): HTMLButtonElement {
  const button = h("button", { type: "button", class: "icon", "aria-label": label, title: label }, iconOf(icon));
  button.addEventListener("click", act);
  return button;
}

/** Sets the text of an element if it differs. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute if it differs. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Makes a container hold these elements in this order, with as few changes as possible. */
export function setChildren(container: HTMLElement, children: readonly Element[]): void {
  keepFocus(container, () => {
    let next = container.firstElementChild;
    for (const child of children) {
      if (child === next) next = next.nextElementSibling;
      else container.insertBefore(child, next);
    }
    while (next) {
      const after = next.nextElementSibling;
      next.remove();
      next = after;
    }
  });
}

/** Moves elements inside a container without losing the focus. */
function keepFocus(container: HTMLElement, move: () => void): void {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && container.contains(focused);
  move();
  if (inside && focused !== document.activeElement && container.contains(focused))
    focused.focus({ preventScroll: true });
}

/** SVG paths on a grid of 24. */
const icons = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  back: "M16 6v12l-9-6zM5 6h2v12H5z",
  forward: "M8 6v12l9-6zM17 6h2v12h-2z",
  first: "M5 6h2v12H5zM13 6v12l-6-6zM20 6v12l-6-6z",
  last: "M17 6h2v12h-2zM11 6v12l6-6zM4 6v12l6-6z",
  previousEvent: "M14.5 6 8.5 12l6 6 1.5-1.5-4.5-4.5L16 7.5zM6 5.5h1.8v13H6z",
  nextEvent: "M9.5 6l6 6-6 6L8 16.500l4.500-4.500L8 7.500zM16.200 5.500H18v13h-1.800z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  full: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  help: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 11.500h2v2h-2zM12 6.500c-2 0-3.500 1.300-3.500 3.300h2c0-.9.6-1.500 1.500-1.500s1.500.6 1.500 1.400c0 1.500-2.500 1.600-2.500 4.300h2c0-1.800 2.500-2.100 2.500-4.300 0-1.900-1.500-3.200-3.500-3.200z",
  projector: "M3 4h18v12H3zm2 2v8h14V6zM8 19h8v2H8z",
  menu: "M4 6h16v2H4zM4 11h16v2H4zM4 16h16v2H4z",
  star: "M12 3l2.700 5.800 6.300.8-4.600 4.400 1.200 6.300L12 17.200l-5.600 3.100 1.200-6.300L3 9.600l6.300-.8z",
  list: "M4 6h2v2H4zM8 6h12v2H8zM4 11h2v2H4zM8 11h12v2H8zM4 16h2v2H4zM8 16h12v2H8z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  fit: "M5 5h5v2H7v3H5zM14 5h5v5h-2V7h-3zM5 14h2v3h3v2H5zM17 14h2v5h-5v-2h3zM10 10h4v4h-4z",
  dice: "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3zM6 5a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1zM7 8.5a1.500 1.500 0 1 1 3 0a1.500 1.500 0 1 1-3 0zM14 8.5a1.500 1.500 0 1 1 3 0a1.500 1.500 0 1 1-3 0zM10.5 12a1.500 1.500 0 1 1 3 0a1.500 1.500 0 1 1-3 0zM7 15.5a1.500 1.500 0 1 1 3 0a1.500 1.500 0 1 1-3 0zM14 15.5a1.500 1.500 0 1 1 3 0a1.500 1.500 0 1 1-3 0z",
  close:
    "M6.400 5 12 10.600 17.600 5 19 6.400 13.400 12 19 17.600 17.600 19 12 13.400 6.400 19 5 17.600 10.600 12 5 6.400z",
} as const;

export type IconName = keyof typeof icons;

export function iconOf(name: IconName): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
}

/** Changes the icon and the label of a button. */
export function setIcon(button: HTMLButtonElement, name: IconName, label: string): void {
  if (button.dataset["icon"] === name && button.title === label) return;
  button.dataset["icon"] = name;
  button.title = label;
  button.setAttribute("aria-label", label);
  button.replaceChildren(iconOf(name));
}
