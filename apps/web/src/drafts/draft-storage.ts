import type { DraftStorage, LocalDraft } from './draft-box.js';

/** A storage of the browser, where one tab's writes are seen by the others at once. */
type KeyStore = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

interface Parsed {
  readonly text: string;
  readonly draft: LocalDraft;
}

/** An entry for each text, so that tabs do not overwrite each other's. If the storage is full or forbidden, texts live in memory. */
export function draftStorage(store: KeyStore | undefined, prefix: string): DraftStorage {
  const memory = new Map<string, LocalDraft>();
  const parsed = new Map<string, Parsed>();
  /** Parses an entry again only if its text is another one: the list of all texts is read at each key. */
  const readStored = (key: string): LocalDraft | undefined => {
    const text = attempt(() => store?.getItem(prefix + key)) ?? '';
    const known = parsed.get(key);
    if (known?.text === text) return known.draft;
    const draft = text === '' ? undefined : attempt(() => JSON.parse(text) as LocalDraft);
    if (draft === undefined) parsed.delete(key);
    else parsed.set(key, { text, draft });
    return draft;
  };
  const read = (key: string): LocalDraft | undefined => memory.get(key) ?? readStored(key);
  return {
    get: read,
    all: () => {
      const drafts = new Map(memory);
      for (const key of attempt(() => keysOf(store, prefix)) ?? []) {
        const draft = read(key);
        if (draft !== undefined) drafts.set(key, draft);
      }
      return drafts;
    },
    put: (key, draft) => {
      memory.delete(key);
      const isKept = attempt(() => {
        store?.setItem(prefix + key, JSON.stringify(draft));
        return store !== undefined;
      });
      if (isKept !== true) memory.set(key, draft);
    },
    remove: (key) => {
      memory.delete(key);
      attempt(() => store?.removeItem(prefix + key));
    },
  };
}

/** Lists before it reads: the length changes while other tabs write. */
function keysOf(store: KeyStore | undefined, prefix: string): string[] {
  const names = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
