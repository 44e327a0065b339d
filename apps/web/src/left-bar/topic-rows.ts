import type { KnownTopic } from '../topics/known-topics.js';
import type { TopicUnread } from '../unread/unread-counts.js';

/** A topic below its stream. */
export interface TopicRow {
  readonly topic: string;
  readonly unread: TopicUnread | undefined;
  readonly isMuted: boolean;
}

/** Shown below the open stream: the newest ones, and further ones with unread messages. */
const NEWEST = 5;
const WITH_UNREAD = 9;

interface Sources {
  readonly known: readonly KnownTopic[];
  readonly unread: ReadonlyMap<string, TopicUnread> | undefined;
  /** The topic on the screen is always shown. */
  readonly open: string | undefined;
  isMuted(topic: string): boolean;
  fold(topic: string): string;
}

/** The rows, newest first, and the number of topics without a row. */
export function topicRows(
  { known, unread, open, isMuted, fold }: Sources,
  showsAll: boolean,
): { rows: TopicRow[]; more: number } {
  const newest = new Map<string, { topic: string; id: number }>();
  for (const { name, max_id } of known) newest.set(fold(name), { topic: name, id: max_id });
  for (const [key, { topic, newestId }] of unread ?? []) {
    if (newestId > (newest.get(key)?.id ?? 0)) newest.set(key, { topic, id: newestId });
  }
  const openKey = open === undefined ? undefined : fold(open);
  if (openKey !== undefined && !newest.has(openKey))
    newest.set(openKey, { topic: open ?? '', id: Number.MAX_SAFE_INTEGER });
  const all = [...newest]
    .sort(([, one], [, other]) => other.id - one.id)
    .map(([key, { topic }]) => ({ key, topic, unread: unread?.get(key), isMuted: isMuted(topic) }));
  const isShown = (row: (typeof all)[number], index: number): boolean => {
    if (showsAll || row.key === openKey) return true;
    if (row.isMuted) return row.unread?.hasMention === true;
    return index < NEWEST || (row.unread !== undefined && index < WITH_UNREAD);
  };
  const rows = all.filter(isShown);
  return { rows: rows.map(({ key: _, ...row }) => row), more: all.length - rows.length };
}
