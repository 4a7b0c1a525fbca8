// `bundle:FILE` is the text of a script that is bundled from FILE, a path from show/web (see tools/esbuild).
declare module "bundle:*" {
  const text: string;
  export default text;
}
