import { Any } from '../../incoming-webhooks/payload/fields.js';

/** The body that a user writes for the action of an applet. A value that is no text is an error of the applet. */
export class Action {
  @Any() topic?: unknown;
  /** Older than `topic`. */
  @Any() subject?: unknown;
  @Any() content?: unknown;
}
