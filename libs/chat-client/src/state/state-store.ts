import { IdSet } from './id-set.js';
import {
  type AnyRecords,
  keyOf,
  RECORD_LISTS,
  type RecordKey,
  type RecordListName,
  type RecordOf,
  recordsOf,
  toRecord,
  wireOf,
} from './record-lists.js';
import { UnreadMessages } from './unread-messages.js';
import type { ItemOf, ListName, WireState } from './wire-state.js';

/** A part of the state: a field of the register response, the unread messages, or the messages that the client holds. */
export type ChangedPart = keyof WireState | 'unread' | 'messages';
/** The parts that one event changed, with the keys of the changed records; of messages their ids. */
export type Changes = ReadonlyMap<ChangedPart, ReadonlySet<number | string> | 'all'>;

type ListInArrays = RecordListName & ListName;

/** The state in the form that events change, and a note of each change. Parts that were not fetched stay absent. */
export class StateStore {
  readonly unread: UnreadMessages | undefined;
  readonly starred: IdSet | undefined;
  /** Whether the client computes pictures of the external service: they are null in this state. */
  readonly computesPictures: boolean;
  private readonly fields: WireState;
  private readonly lists = new Map<RecordListName, AnyRecords>();
  private changes = new Map<ChangedPart, Set<number | string> | 'all'>();
  private readonly unknown = new Set<RecordListName>();

  constructor(registered: Readonly<WireState>) {
    const { unread_msgs: unread, starred_messages: starred, ...fields } = registered;
    this.starred = starred && new IdSet(starred);
    this.unread = unread && new UnreadMessages(unread, (id) => this.note('unread', id));
    this.fields = fields;
    for (const name of RECORD_LISTS) {
      if (fields[name] === undefined) continue;
      this.lists.set(name, recordsOf(name, fields[name]));
      delete this.fields[name];
    }
    const people = (['realm_users', 'realm_non_active_users', 'cross_realm_bots'] as const).map((name) =>
      this.all(name),
    );
    this.computesPictures = people.some((users) => [...users.values()].some((user) => user.avatar_url === null));
  }

  field<Name extends keyof WireState>(name: Name): WireState[Name] {
    return this.fields[name];
  }

  has(name: keyof WireState): boolean {
    return name in this.fields || this.lists.has(name as RecordListName);
  }

  /** Empty if the list was not fetched. */
  all<Name extends RecordListName>(name: Name): ReadonlyMap<RecordKey<Name>, RecordOf<Name>> {
    return (this.lists.get(name) ?? NO_RECORDS) as unknown as ReadonlyMap<RecordKey<Name>, RecordOf<Name>>;
  }

  star(messageIds: readonly number[], isStarred: boolean): void {
    if (this.starred === undefined) return;
    if (isStarred) this.starred.add(messageIds);
    else this.starred.delete(messageIds);
    for (const id of messageIds) this.note('starred_messages', id);
  }

  /** Replaces a field, if it was fetched. */
  set<Name extends Exclude<keyof WireState, RecordListName>>(name: Name, value: WireState[Name]): void {
    this.setNamed(name, value);
  }

  /** Replaces a field that an event names, if it was fetched. */
  setNamed(name: string, value: unknown): void {
    if (!(name in this.fields)) return;
    (this.fields as Record<string, unknown>)[name] = value;
    this.changes.set(name as keyof WireState, 'all');
  }

  /** Replaces the record with the same key, or adds the item. */
  put<Name extends ListInArrays>(name: Name, item: ItemOf<Name>): void {
    this.keep(name, keyOf(name, item) as RecordKey<Name>, toRecord<Name>(item));
  }

  /** Replaces the record of the key. */
  keep<Name extends RecordListName>(name: Name, key: RecordKey<Name>, record: RecordOf<Name>): void {
    const records = this.lists.get(name);
    if (records === undefined) return;
    records.set(key, record);
    this.note(name, key);
  }

  /** Returns the removed record. */
  remove<Name extends RecordListName>(name: Name, key: RecordKey<Name>): RecordOf<Name> | undefined {
    const records = this.lists.get(name);
    const record = records?.get(key);
    if (records?.delete(key)) this.note(name, key);
    return record as RecordOf<Name> | undefined;
  }

  /** Replaces all records, if the list was fetched. */
  replaceAll<Name extends ListInArrays>(name: Name, items: readonly ItemOf<Name>[]): void {
    const records = this.lists.get(name);
    if (records === undefined) return;
    records.clear();
    for (const item of items) records.set(keyOf(name, item), toRecord<Name>(item));
    this.changes.set(name, 'all');
  }

  /** Changes fields of the record, if there is one. */
  update<Name extends RecordListName>(
    name: Name,
    key: RecordKey<Name>,
    change: (record: RecordOf<Name>) => Partial<RecordOf<Name>>,
  ): void {
    const record = this.all(name).get(key);
    if (record !== undefined) this.keep(name, key, { ...record, ...change(record) });
  }

  /** Adds people to a set of the record, or removes them. The record is a new object; its set is not. */
  changePeople<Name extends RecordListName, Field extends keyof RecordOf<Name> & ('subscribers' | 'members')>(
    name: Name,
    key: RecordKey<Name>,
    field: Field,
    change: (people: IdSet) => void,
  ): void {
    const record = this.all(name).get(key);
    const people = record?.[field] as IdSet | undefined;
    if (record === undefined || people === undefined) return;
    change(people);
    this.keep(name, key, { ...record });
  }

  /** The list may lack something that no event names: it stays for readers, but is no longer part of `toWire()`. */
  forget(name: RecordListName): void {
    this.unknown.add(name);
  }

  note(part: ChangedPart, key: number | string): void {
    const noted = this.changes.get(part);
    if (noted === undefined) this.changes.set(part, new Set([key]));
    else if (noted !== 'all') noted.add(key);
  }

  /** The changes since the last call. */
  takeChanges(): Changes {
    const taken = this.changes;
    this.changes = new Map();
    return taken;
  }

  toWire(): Readonly<WireState> {
    const lists = [...this.lists].filter(([name]) => !this.unknown.has(name));
    return {
      ...this.fields,
      ...(this.unread && { unread_msgs: this.unread.toWire() }),
      ...(this.starred && { starred_messages: [...this.starred].sort((a, b) => a - b) }),
      ...Object.fromEntries(lists.map(([name, records]) => [name, wireOf(name, records)])),
    };
  }
}

const NO_RECORDS: AnyRecords = new Map();
