// The page of the viewer.
import { Page } from "./page/page";

const page = new Page(document.body);
await page.open();
