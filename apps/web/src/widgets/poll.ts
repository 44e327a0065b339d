import { type Change, isIndex, isObject, textIn } from './change.js';

export interface PollOption {
  /** Names the option in votes. */
  readonly key: string;
  readonly text: string;
  /** In the order of their votes. */
  readonly voterIds: readonly number[];
}

export interface Poll {
  readonly question: string;
  readonly options: readonly PollOption[];
  /** For the next option of each person that has added one. */
  readonly nextIndex: ReadonlyMap<number, number>;
}

/** The author of the options that the poll began with. */
const FROM_START = 'canned';

/** The poll after its changes, by the rules of other clients: an option that is there already is not added again. */
export function foldPoll(start: Readonly<Record<string, unknown>>, authorId: number, changes: readonly Change[]): Poll {
  const options = new Map<string, { readonly text: string; readonly voterIds: Set<number> }>();
  /** A poll can begin with thousands of options. */
  const texts = new Set<string>();
  const nextIndex = new Map<number, number>();
  let question = textIn(start, 'question');

  const add = (author: number | typeof FROM_START, index: number, text: unknown) => {
    if (typeof text !== 'string' || texts.has(text)) return;
    const key = `${author},${index}`;
    const replaced = options.get(key);
    if (replaced) texts.delete(replaced.text);
    texts.add(text);
    options.set(key, { text, voterIds: new Set() });
  };
  const apply: Readonly<Record<string, (senderId: number, data: Readonly<Record<string, unknown>>) => void>> = {
    vote: (senderId, data) => {
      const voterIds = options.get(textIn(data, 'key'))?.voterIds;
      if (data['vote'] === 1) voterIds?.add(senderId);
      if (data['vote'] === -1) voterIds?.delete(senderId);
    },
    new_option: (senderId, data) => {
      const { idx } = data;
      if (!isIndex(idx)) return;
      add(senderId, idx, data['option']);
      nextIndex.set(senderId, Math.max(nextIndex.get(senderId) ?? 0, idx + 1));
    },
    question: (senderId, data) => {
      if (senderId === authorId && typeof data['question'] === 'string') question = data['question'];
    },
  };

  const first = Array.isArray(start['options']) ? start['options'] : [];
  for (const [index, text] of first.entries()) add(FROM_START, index, text);
  for (const { senderId, data } of changes) {
    if (isObject(data) && Object.hasOwn(apply, textIn(data, 'type'))) apply[textIn(data, 'type')]?.(senderId, data);
  }
  return {
    question,
    options: [...options].map(([key, { text, voterIds }]) => ({ key, text, voterIds: [...voterIds] })),
    nextIndex,
  };
}
