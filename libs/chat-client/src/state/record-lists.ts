import { foldName } from '@chat/text';
import { IdSet, type ReadonlyIdSet } from './id-set.js';
import type { ItemOf, ListName, WireState } from './wire-state.js';

/** Key of a topic in `user_topics`: topics that differ only in letter case are one. */
export const topicKey = (streamId: number, topic: string): string => `${streamId} ${foldName(topic)}`;

const userId = (user: { readonly user_id: number }): number => user.user_id;
const streamId = (stream: { readonly stream_id: number }): number => stream.stream_id;
const id = (item: { readonly id: number }): number => item.id;

/** The lists that the state holds as records, with the key of a record. */
const KEYS = {
  realm_users: userId,
  realm_non_active_users: userId,
  cross_realm_bots: userId,
  realm_bots: userId,
  realm_user_groups: id,
  realm_domains: ({ domain }: ItemOf<'realm_domains'>) => domain,
  streams: streamId,
  subscriptions: streamId,
  unsubscribed: streamId,
  never_subscribed: streamId,
  realm_default_streams: streamId,
  drafts: id,
  scheduled_messages: (message: ItemOf<'scheduled_messages'>) => message.scheduled_message_id,
  user_topics: (topic: ItemOf<'user_topics'>) => topicKey(topic.stream_id, topic.topic_name),
  recent_private_conversations: ({ user_ids }: ItemOf<'recent_private_conversations'>) => String(user_ids),
} satisfies { readonly [Name in ListName]?: (item: ItemOf<Name>) => number | string };

type ArrayName = keyof typeof KEYS;
/** Objects by user id on the wire. */
const DICTIONARIES = ['user_status', 'presences'] as const;
type DictionaryName = (typeof DICTIONARIES)[number];

/** Sets of people, which may be large. */
const ID_SETS = ['subscribers', 'members'] as const;
type IdSetName = (typeof ID_SETS)[number];
type Held<Item> = {
  readonly [Field in keyof Item]: Field extends IdSetName
    ? ReadonlyIdSet | Extract<Item[Field], undefined>
    : Item[Field];
};

/** A field of the register response that the state holds as records. */
export type RecordListName = ArrayName | DictionaryName;
export type RecordOf<Name extends RecordListName> = Name extends ArrayName
  ? Held<ItemOf<Name>>
  : Name extends DictionaryName
    ? NonNullable<WireState[Name]>[string]
    : never;
export type RecordKey<Name extends RecordListName> = Name extends ArrayName ? ReturnType<(typeof KEYS)[Name]> : number;

type AnyRecord = Readonly<Record<string, unknown>>;
export type AnyRecords = Map<number | string, unknown>;

export const RECORD_LISTS: readonly RecordListName[] = [...(Object.keys(KEYS) as ArrayName[]), ...DICTIONARIES];

const isArrayName = (name: RecordListName): name is ArrayName => name in KEYS;
/** The key of an item, which is unique in its list. */
export const keyOf = (name: ArrayName, item: unknown): number | string => KEYS[name](item as never);

/** A record of an item on the wire. */
export const toRecord = <Name extends ArrayName>(item: ItemOf<Name>): RecordOf<Name> =>
  withIdSets(item as AnyRecord, (ids) => new IdSet(ids)) as RecordOf<Name>;

/** The records of a field of the register response. */
export function recordsOf(name: RecordListName, value: unknown): AnyRecords {
  if (isArrayName(name)) {
    return new Map((value as readonly ItemOf<ArrayName>[]).map((item) => [keyOf(name, item), toRecord(item)]));
  }
  return new Map(Object.entries(value as AnyRecord).map(([key, each]) => [Number(key), each]));
}

/** The field of the register response again. */
export const wireOf = (name: RecordListName, records: AnyRecords): unknown =>
  isArrayName(name)
    ? [...records.values()].map((record) => withIdSets(record as AnyRecord, (ids) => [...ids]))
    : Object.fromEntries(records);

function withIdSets(item: AnyRecord, convert: (ids: Iterable<number>) => Iterable<number>): AnyRecord {
  const sets = ID_SETS.filter((name) => item[name] !== undefined);
  if (sets.length === 0) return item;
  return { ...item, ...Object.fromEntries(sets.map((name) => [name, convert(item[name] as Iterable<number>)])) };
}
