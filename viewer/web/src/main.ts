// The page of the viewer.
import { Page } from "./app/page";

const page = new Page(document.body);
await page.open();
