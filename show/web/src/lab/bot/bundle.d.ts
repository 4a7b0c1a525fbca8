// `bundle:FILE` is the text of a script that is bundled from FILE, a path from show/web (see tools/esbuild).
declare module "bundle:*" {
  const text: string;
  export default text;
}

// A program in Python, as its text.
declare module "*.py" {
  const text: string;
  export default text;
}
