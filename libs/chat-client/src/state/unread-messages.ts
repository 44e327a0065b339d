import type {
  UnreadDirectMessages,
  UnreadMessages as UnreadFields,
  UnreadGroupMessages,
  UnreadTopic,
  Wire,
} from '@chat/contracts';
import { foldName } from '@chat/text';

type WireUnread = Wire<UnreadFields>;
type KeyOf<Place extends object> = Omit<Wire<Place>, 'unread_message_ids'>;

/** The conversation that an unread message counts in; `key` has its identifying fields on the wire. */
export type UnreadPlace =
  | { readonly list: 'streams'; readonly key: KeyOf<UnreadTopic> }
  | { readonly list: 'pms'; readonly key: KeyOf<UnreadDirectMessages> }
  | { readonly list: 'huddles'; readonly key: KeyOf<UnreadGroupMessages> };

/** The unread messages of one conversation. */
export interface UnreadConversation {
  readonly place: UnreadPlace;
  readonly ids: ReadonlySet<number>;
  readonly newestId: number;
}

class Conversation implements UnreadConversation {
  readonly ids = new Set<number>();
  private newest: number | undefined = 0;

  constructor(readonly place: UnreadPlace) {}

  /** Arriving messages cost no pass over all. */
  get newestId(): number {
    this.newest ??= [...this.ids].reduce((newest, id) => Math.max(newest, id), 0);
    return this.newest;
  }

  add(messageId: number): void {
    this.ids.add(messageId);
    if (this.newest !== undefined) this.newest = Math.max(this.newest, messageId);
  }

  delete(messageId: number): void {
    this.ids.delete(messageId);
    if (this.newest === messageId) this.newest = undefined;
  }
}

/** The place of a topic, in the list of streams. */
export const inTopic = (streamId: number, topic: string): UnreadPlace => ({
  list: 'streams',
  key: { stream_id: streamId, topic },
});

/** `others` are the participants without the reader. */
export function amongPeople(others: readonly number[], me: number): UnreadPlace {
  if (others.length > 1) {
    const ids = [...others, me].sort((a, b) => a - b);
    return { list: 'huddles', key: { user_ids_string: ids.join(',') } };
  }
  const other = others[0] ?? me;
  return { list: 'pms', key: { other_user_id: other, sender_id: other } };
}

function nameOf({ list, key }: UnreadPlace): string {
  if (list === 'streams') return `${key.stream_id} ${foldName(key.topic)}`;
  return list === 'pms' ? `pm ${key.other_user_id}` : `group ${key.user_ids_string}`;
}

/** The unread messages of the reader, by conversation and by id. */
export class UnreadMessages {
  private readonly conversations = new Map<string, Conversation>();
  private readonly conversationOf = new Map<number, Conversation>();
  private readonly mentioned: Set<number>;

  constructor(
    private readonly registered: WireUnread,
    private readonly onChange: (messageId: number) => void = () => undefined,
  ) {
    this.mentioned = new Set(registered.mentions);
    for (const { unread_message_ids: ids, ...key } of registered.streams) this.hold(ids, { list: 'streams', key });
    for (const { unread_message_ids: ids, ...key } of registered.pms) this.hold(ids, { list: 'pms', key });
    for (const { unread_message_ids: ids, ...key } of registered.huddles) this.hold(ids, { list: 'huddles', key });
  }

  get size(): number {
    return this.conversationOf.size;
  }

  /** Whether the server left out older unread messages. */
  get isIncomplete(): boolean {
    return this.registered.old_unreads_missing;
  }

  get mentions(): ReadonlySet<number> {
    return this.mentioned;
  }

  has(messageId: number): boolean {
    return this.conversationOf.has(messageId);
  }

  ids(): IterableIterator<number> {
    return this.conversationOf.keys();
  }

  all(): IterableIterator<UnreadConversation> {
    return this.conversations.values();
  }

  /** Message ids; empty if all is read. */
  in(place: UnreadPlace): ReadonlySet<number> {
    return this.conversations.get(nameOf(place))?.ids ?? NONE;
  }

  placeOf(messageId: number): UnreadPlace | undefined {
    return this.conversationOf.get(messageId)?.place;
  }

  /** Nothing changes if the message is there. */
  add(messageId: number, place: UnreadPlace, isMention = false): void {
    this.hold([messageId], place);
    if (isMention) this.mentioned.add(messageId);
    this.onChange(messageId);
  }

  /** An edit can add and remove mentions. */
  setMention(messageId: number, isMention: boolean): void {
    if (isMention === this.mentioned.has(messageId)) return;
    if (isMention) this.mentioned.add(messageId);
    else this.mentioned.delete(messageId);
    this.onChange(messageId);
  }

  /** Moves a message to another conversation; it stays a mention. */
  move(messageId: number, place: UnreadPlace): void {
    this.leave(messageId);
    this.add(messageId, place);
  }

  drop(messageIds: Iterable<number>): void {
    for (const id of messageIds) {
      const wasMention = this.mentioned.delete(id);
      if (this.leave(id) || wasMention) this.onChange(id);
    }
  }

  dropAll(): void {
    this.drop([...this.ids(), ...this.mentioned]);
  }

  toWire(): WireUnread {
    const placesIn = <List extends UnreadPlace['list']>(list: List): WireUnread[List] =>
      [...this.all()]
        .filter(({ place }) => place.list === list)
        .map(({ place, ids }) => ({ ...place.key, unread_message_ids: ascending(ids) })) as unknown as WireUnread[List];
    return {
      ...this.registered,
      streams: placesIn('streams'),
      pms: placesIn('pms'),
      huddles: placesIn('huddles'),
      mentions: ascending(this.mentioned),
    };
  }

  private hold(ids: readonly number[], place: UnreadPlace): void {
    const name = nameOf(place);
    const conversation = this.conversations.get(name) ?? new Conversation(place);
    this.conversations.set(name, conversation);
    for (const id of ids) {
      conversation.add(id);
      this.conversationOf.set(id, conversation);
    }
  }

  /** A conversation without messages disappears. */
  private leave(messageId: number): boolean {
    const conversation = this.conversationOf.get(messageId);
    if (conversation === undefined) return false;
    this.conversationOf.delete(messageId);
    conversation.delete(messageId);
    if (conversation.ids.size === 0) this.conversations.delete(nameOf(conversation.place));
    return true;
  }
}

const NONE: ReadonlySet<number> = new Set();
const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);
