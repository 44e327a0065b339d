import type { LocalDraft, ServerDraft } from '../drafts/index.js';

/** A text in the list of drafts, with its conversation as the server names it. */
export interface ListedDraft {
  readonly key: string;
  readonly type: string;
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly editedAtMs: number;
  /** The text of a conversation on this device; others are only on the server. */
  readonly local?: LocalDraft;
  readonly serverId?: number | undefined;
}

/** The texts of this device, sent to the server or not, and further ones of the server. The newest first. `over` are copies of ended texts. */
export function listedDrafts(
  texts: readonly LocalDraft[],
  onServer: Iterable<ServerDraft>,
  over: ReadonlySet<number> = new Set(),
): readonly ListedDraft[] {
  const local = texts.map(listedLocal);
  const ids = new Set(texts.map(({ serverId }) => serverId));
  const contents = new Set(texts.map(({ content }) => content.trim()));
  const isFurther = ({ id, content }: ServerDraft) =>
    !ids.has(id) && !contents.has(content.trim()) && (id === undefined || !over.has(id));
  const others = [...onServer].filter(isFurther).map(listedServer);
  return [...local, ...others].sort((one, other) => other.editedAtMs - one.editedAtMs);
}

function listedLocal(local: LocalDraft): ListedDraft {
  const { destination, content, editedAtMs, serverId } = local;
  const shared = { local, content, editedAtMs, serverId };
  if (destination.type === 'stream') {
    const { streamId, topic } = destination;
    return { ...shared, key: `${streamId} ${topic}`, type: 'stream', to: [streamId], topic };
  }
  const { userIds } = destination;
  return { ...shared, key: userIds.join(), type: userIds.length === 0 ? '' : 'private', to: userIds, topic: '' };
}

const listedServer = ({ id, type, to, topic, content, timestamp = 0 }: ServerDraft): ListedDraft => ({
  ...{ key: `server ${id}`, type, to, topic, content },
  ...{ editedAtMs: 1_000 * timestamp, serverId: id },
});
