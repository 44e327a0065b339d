import { type Destination, destinationKey } from '../sending/index.js';
import { heldKeys } from '../shortcuts/index.js';

/** A text for the box of a conversation. */
export interface Addition {
  readonly text: string;
  /** On lines of its own. */
  readonly isBlock: boolean;
}

/** The box of a conversation on the screen: takes the focus, and the text at its caret. */
export type ReplyBox = (addition: Addition) => void;

const boxes = new Map<string, ReplyBox>();
let waiting: { readonly key: string; readonly addition: Addition; readonly release: () => void } | undefined;

/** Returns the function that takes the box back. A box that a reply waits for gets it at once. */
export function provideReplyBox(destination: Destination, box: ReplyBox): () => void {
  const key = destinationKey(destination);
  boxes.set(key, box);
  const reply = waiting;
  waiting = undefined;
  if (reply?.key === key) box(reply.addition);
  reply?.release();
  return () => {
    if (boxes.get(key) === box) boxes.delete(key);
  };
}

/** False: the conversation is not on the screen. Its box gets the text if it comes next, and no other box ever does. */
export function writeIn(destination: Destination, addition: Addition): boolean {
  const key = destinationKey(destination);
  const box = boxes.get(key);
  waiting?.release();
  waiting = box === undefined ? { key, addition, release: heldKeys.hold() } : undefined;
  box?.(addition);
  return box !== undefined;
}
