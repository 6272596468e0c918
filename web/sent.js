import { Sent } from "./client/sent.js";
import { session } from "./session.js";

/** The requests of this tab. */
export const sent = new Sent(sessionStorage, session);
