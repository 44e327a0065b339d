import type { Destination } from '../sending/index.js';

/** The edited text of a message. */
export interface EditDraft {
  readonly messageId: number;
  readonly text: string;
  /** The conversation of the message. */
  readonly destination: Destination;
}

/** The end of a session clears the storage. */
const KEY = 'chat.edits';

/** Edited texts of this tab, latest last. They stay while their messages are out of sight, and after a reload. */
export function editDrafts(): readonly EditDraft[] {
  return attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly EditDraft[]) ?? [];
}

export function storeEdit(draft: EditDraft): void {
  write([...others(draft.messageId), draft]);
}

export function removeEdit(messageId: number): void {
  write(others(messageId));
}

const others = (messageId: number): readonly EditDraft[] =>
  editDrafts().filter((draft) => draft.messageId !== messageId);

function write(drafts: readonly EditDraft[]): void {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(drafts)));
}

/** A browser may forbid or limit its storage; then a text ends with its form. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
