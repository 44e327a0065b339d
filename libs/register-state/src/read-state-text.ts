import type { RegisterState, SharedLists } from '@chat/contracts';

const HEAD = /^\{"sequence":(\d+),"state":(?=\{)/;
/** End of the unshared fields. A JSON string cannot contain it unescaped; with several matches, the last one counts. */
const SHARED = '},"shared":{"lists":{';

/** The stamped state of a service, with its fields as text. */
export interface StateText {
  readonly sequence: number;
  /** The members of a JSON object, without its braces. */
  readonly members: string;
  readonly shared: SharedText | undefined;
  /** See {@link RegisterState}. */
  readonly subscribedStreamIds?: readonly number[] | undefined;
}

/** {@link SharedLists} with the elements of each block as text. */
export interface SharedText {
  /** By field. */
  readonly lists: ReadonlyMap<string, readonly ({ readonly name: string } | { readonly elements: string })[]>;
  /** By name. */
  readonly blocks: ReadonlyMap<string, string>;
}

/** Reads `{"sequence":…,"state":{…}}` without parsing the state, which may be megabytes. */
export function readStateText(text: string): StateText {
  const head = HEAD.exec(text);
  const end = head ? text.lastIndexOf(SHARED) : -1;
  if (head && end >= 0) {
    const members = text.slice(head[0].length + 1, end);
    // The rest may have more members, of a later release.
    const rest = `{${text.slice(end + '},'.length)}`;
    const { shared, subscribedStreamIds } = JSON.parse(rest) as RegisterState & { shared: SharedLists };
    return { sequence: Number(head[1]), members, shared: sharedText(shared), subscribedStreamIds };
  }
  if (head && text.endsWith('}}')) {
    return { sequence: Number(head[1]), members: text.slice(head[0].length + 1, -2), shared: undefined };
  }
  const { sequence, state, shared, subscribedStreamIds } = JSON.parse(text) as RegisterState;
  const members = JSON.stringify(state).slice(1, -1);
  return { sequence, members, shared: shared && sharedText(shared), subscribedStreamIds };
}

/** Serializes each block again; that happens once per block. Ignores fields that are no lists, of a later release. */
function sharedText({ lists, blocks }: SharedLists): SharedText {
  const arraysOf = (fields: object) => Object.entries(fields).filter(([, value]) => Array.isArray(value));
  return {
    lists: new Map(
      arraysOf(lists).map(([field, entries]: [string, SharedLists['lists'][string]]) => [
        field,
        entries.map((entry) => (typeof entry === 'string' ? { name: entry } : { elements: elementsText(entry) })),
      ]),
    ),
    blocks: new Map(arraysOf(blocks).map(([name, elements]) => [name, elementsText(elements)])),
  };
}

const elementsText = (elements: readonly unknown[]): string => JSON.stringify(elements).slice(1, -1);
