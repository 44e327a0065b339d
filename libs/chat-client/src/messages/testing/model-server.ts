import type { WireEvent } from '../../event-reader.js';
import type { WireState } from '../../state/wire-state.js';
import type { HttpResponse, Transport } from '../../transport.js';
import type { Message } from '../message.js';
import type { WireNarrow } from '../view-narrow.js';

export const ME = 1;
export const STREAM = 4;
export const TOPICS = ['logo', 'colour'];

type Draft = { -readonly [Name in keyof Message]: Message[Name] };

/** The narrows of the model, with the rule of each in its own words. */
export const NARROWS: readonly { readonly narrow: WireNarrow; readonly has: (message: Message) => boolean }[] = [
  { narrow: [], has: () => true },
  ...TOPICS.map((topic) => ({
    narrow: [
      { operator: 'stream', operand: STREAM },
      { operator: 'topic', operand: topic },
    ],
    has: (message: Message) => message.subject === topic,
  })),
  { narrow: [{ operator: 'is', operand: 'starred' }], has: ({ flags }) => flags.includes('starred') },
  { narrow: [{ operator: 'is', operand: 'unread' }], has: ({ flags }) => !flags.includes('read') },
  { narrow: [{ operator: 'sender', operand: 2, negated: true }], has: ({ sender_id }) => sender_id !== 2 },
];

/** A server with one stream: it answers pages, and its events wait until the test delivers them. */
export class ModelServer implements Transport {
  readonly messages = new Map<number, Draft>();
  readonly events: WireEvent[] = [];
  /** Requests that wait. They get their answers, or fail, in any order. */
  readonly requests: { readonly answer: () => void; readonly fail: () => void }[] = [];
  /** Whether a page is read when its request comes, or when it is answered. */
  readsEarly = false;
  private lastId = 0;
  private clock = 0;
  private submessageId = 0;

  send({ url }: { readonly url: string }): Promise<HttpResponse> {
    const parameters = new URL(url, 'http://model').searchParams;
    const early = this.readsEarly ? this.page(parameters) : undefined;
    return new Promise((resolve, reject) => {
      const answer = () => resolve({ status: 200, headers: {}, text: early ?? this.page(parameters) });
      this.requests.push({ answer, fail: () => reject(new Error('no network')) });
    });
  }

  get state(): WireState {
    const unread = [...this.messages.values()].filter(({ flags }) => !flags.includes('read'));
    const streams = TOPICS.map((topic) => ({
      stream_id: STREAM,
      topic,
      unread_message_ids: unread.filter(({ subject }) => subject === topic).map(({ id }) => id),
    })).filter(({ unread_message_ids }) => unread_message_ids.length > 0);
    const empty = { count: 0, pms: [], huddles: [], mentions: [], old_unreads_missing: false };
    return {
      user_id: ME,
      subscriptions: [{ stream_id: STREAM, name: 'design' }],
      unread_msgs: { ...empty, streams },
    } as unknown as WireState;
  }

  matching(narrow: WireNarrow): Message[] {
    const rule = NARROWS.find(
      (each) => each.narrow === narrow || JSON.stringify(each.narrow) === JSON.stringify(narrow),
    );
    return [...this.messages.values()].filter((message) => rule?.has(message));
  }

  sent(topic: string, sender: number): void {
    const id = ++this.lastId * 10;
    const flags = sender === ME ? ['read'] : [];
    const message = {
      ...{ id, type: 'stream', sender_id: sender, sender_email: `${sender}@x.org`, content: `<p>${id}</p>` },
      ...{ stream_id: STREAM, display_recipient: 'design', subject: topic, topic_links: [] },
      ...{ reactions: [], submessages: [] },
    } as unknown as Draft;
    this.messages.set(id, { ...message, flags: flags as Draft['flags'] });
    this.tell({ type: 'message', message, flags });
  }

  edited(id: number): void {
    const message = this.messages.get(id);
    if (message === undefined) return;
    const timestamp = ++this.clock;
    const [prev, now] = [message.content, `<p>${id} at ${timestamp}</p>`];
    this.change(message, { content: now }, { user_id: 2, timestamp, prev_content: prev, prev_rendered_content: prev });
    this.tellUpdate(message, [id], timestamp, {
      ...{ orig_content: prev, orig_rendered_content: prev, content: now, rendered_content: now },
    });
  }

  moved(from: string, to: string): void {
    const moving = [...this.messages.values()].filter(({ subject }) => subject === from);
    const [first] = moving;
    if (first === undefined || from === to) return;
    const timestamp = ++this.clock;
    for (const each of moving)
      this.change(each, { subject: to }, { user_id: 2, timestamp, prev_topic: from, topic: to });
    const ids = moving.map(({ id }) => id);
    this.tellUpdate(first, ids, timestamp, { orig_subject: from, subject: to, topic_links: [], stream_id: STREAM });
  }

  deleted(id: number): void {
    if (this.messages.delete(id)) this.tell({ type: 'delete_message', message_ids: [id] });
  }

  flagged(ids: readonly number[], flag: 'read' | 'starred', op: 'add' | 'remove'): void {
    const known = ids.filter((id) => this.messages.has(id));
    for (const id of known) {
      const message = this.messages.get(id) as Draft;
      const others = message.flags.filter((each) => each !== flag);
      this.messages.set(id, { ...message, flags: op === 'add' ? [...others, flag] : others });
    }
    this.tell({ type: 'update_message_flags', op, flag, messages: known, all: false, message_details: {} });
  }

  reacted(id: number, code: string): void {
    const message = this.messages.get(id);
    if (message === undefined) return;
    const reaction = { emoji_name: code, emoji_code: code, reaction_type: 'unicode_emoji' as const, user_id: 2 };
    const isThere = message.reactions.some(({ emoji_code }) => emoji_code === code);
    const others = message.reactions.filter(({ emoji_code }) => emoji_code !== code);
    const user = { id: 2, email: '2@x.org', full_name: 'Two', is_mirror_dummy: false };
    this.messages.set(id, { ...message, reactions: isThere ? others : [...others, { ...reaction, user }] });
    this.tell({
      type: 'reaction',
      op: isThere ? 'remove' : 'add',
      message_id: id,
      ...reaction,
      user: { ...user, user_id: 2 },
    });
  }

  extended(id: number, content: string): void {
    const message = this.messages.get(id);
    if (message === undefined) return;
    const submessage = { message_id: id, sender_id: 2, msg_type: 'widget', content };
    const submessageId = ++this.submessageId;
    this.messages.set(id, { ...message, submessages: [...message.submessages, { id: submessageId, ...submessage }] });
    this.tell({ type: 'submessage', submessage_id: submessageId, ...submessage });
  }

  private change(message: Draft, fields: Partial<Draft>, entry: object): void {
    this.messages.set(message.id, {
      ...message,
      ...fields,
      last_edit_timestamp: this.clock,
      edit_history: [entry as NonNullable<Draft['edit_history']>[number], ...(message.edit_history ?? [])],
    });
  }

  private tellUpdate(message: Draft, ids: readonly number[], timestamp: number, fields: object): void {
    const event = { message_id: message.id, message_ids: ids, user_id: 2, flags: message.flags, rendering_only: false };
    this.tell({ type: 'update_message', ...event, edit_timestamp: timestamp, ...fields });
  }

  private tell(event: object): void {
    this.events.push({ id: this.events.length, ...structuredClone(event) } as WireEvent);
  }

  /** A page as GET /messages has it. */
  private page(parameters: URLSearchParams): string {
    const all = this.matching(JSON.parse(parameters.get('narrow') ?? '[]'));
    const anchor = this.anchorOf(parameters.get('anchor') ?? '', all);
    const [before, after] = ['num_before', 'num_after'].map((name) => Number(parameters.get(name))) as [number, number];
    const older = all.filter(({ id }) => id < anchor);
    const newer = all.filter(({ id }) => id > anchor);
    const messages = [
      ...older.slice(Math.max(older.length - before, 0)),
      ...all.filter(({ id }) => id === anchor),
      ...newer.slice(0, after),
    ];
    const found = { found_oldest: older.length < before, found_newest: newer.length < after || anchor >= LARGEST };
    return JSON.stringify({ result: 'success', messages, anchor, ...found });
  }

  private anchorOf(anchor: string, all: readonly Message[]): number {
    if (anchor === 'newest') return LARGEST;
    if (anchor === 'first_unread') return all.find(({ flags }) => !flags.includes('read'))?.id ?? LARGEST;
    return Number(anchor);
  }
}

const LARGEST = 10_000_000_000_000_000;
