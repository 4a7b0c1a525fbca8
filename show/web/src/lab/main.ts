// The page of the laboratory.
import { Desk } from "./desk/desk";

const desk = new Desk();
document.body.append(desk.element);
await desk.start();
