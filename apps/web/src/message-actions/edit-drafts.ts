import type { ChatClient } from '@chat/chat-client';
import type { Destination } from '../sending/index.js';

/** The edited text of a message. */
export interface EditDraft {
  readonly messageId: number;
  readonly text: string;
  /** The conversation of the message. */
  readonly destination: Destination;
}

/** Another account may sign in in the same tab. */
const keyOf = ({ state }: ChatClient): string => `chat.edits.${state.field('user_id')}`;

/** Edited texts of the account in this tab, latest last. They stay while their messages are out of sight, and after a reload. */
export function editDrafts(client: ChatClient): readonly EditDraft[] {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(keyOf(client)) ?? '[]') as readonly EditDraft[]);
  return stored ?? [];
}

export function storeEdit(client: ChatClient, draft: EditDraft): void {
  write(client, [...others(client, draft.messageId), draft]);
}

export function removeEdit(client: ChatClient, messageId: number): void {
  write(client, others(client, messageId));
}

const others = (client: ChatClient, messageId: number): readonly EditDraft[] =>
  editDrafts(client).filter((draft) => draft.messageId !== messageId);

function write(client: ChatClient, drafts: readonly EditDraft[]): void {
  attempt(() => sessionStorage.setItem(keyOf(client), JSON.stringify(drafts)));
}

/** A browser may forbid or limit its storage; then a text ends with its form. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
