import type { Principal } from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmProjections } from '../../projections/realm-projections.js';
import { StreamsProjection } from '../../stream-records/streams.projection.js';
import { BodyCache } from './body-cache.js';
import { contentOf, type MessageBody, readBodies } from './message-body.js';
import { type MessageStates, statesOfMessages } from './message-states.js';
import { MessageTexts } from './message-texts.js';

/** Reader, and form of the messages. */
export interface View {
  /** Null: a spectator. */
  readonly actor: Principal | null;
  readonly realmId: number;
  readonly applyMarkdown: boolean;
  readonly clientExtavatar: boolean;
}

/** A message for one reader. */
export interface ShownMessage {
  readonly id: number;
  /** JSON text. */
  readonly text: string;
}

/** Bodies that each replica keeps. */
const MAX_CACHED_BYTES = 64 * 2 ** 20;
/** After this many changes under one's hands it is read in one snapshot. */
const MAX_ATTEMPTS = 3;

/**
 * Shows messages to a reader. Versions of messages and everything that depends on the reader are read from the database each time.
 * Bodies are cached by version, so a change by another replica takes effect at once.
 */
@Injectable()
export class ShowMessages {
  private readonly cache = new BodyCache(MAX_CACHED_BYTES);

  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
  ) {}

  /** Those of the messages that the reader may see, ascending. One query, and one for what is not in memory. */
  async byIds(
    view: View,
    messageIds: readonly number[],
    more?: (messageId: number) => string,
  ): Promise<ShownMessage[]> {
    if (messageIds.length === 0) return [];
    return this.byStates(view, [await this.readStates(this.database, view, messageIds)], more);
  }

  /** The same for messages whose states were just read; none twice. `more`: further members of each, as JSON text. */
  async byStates(
    view: View,
    states: readonly MessageStates[],
    more?: (messageId: number) => string,
  ): Promise<ShownMessage[]> {
    const shown = await Promise.all(states.map((some) => this.show(view, some, more)));
    return shown.length === 1 ? (shown[0] as ShownMessage[]) : shown.flat().sort((a, b) => a.id - b.id);
  }

  /** A message, if the reader may see it, with the Markdown of the same version. Queries as of `byIds`, one more for the Markdown. */
  async withSource(view: View, messageId: number): Promise<(ShownMessage & { readonly source: string }) | undefined> {
    const states = await this.readStates(this.database, view, [messageId]);
    if (states.ids.length === 0) return undefined;
    const { current, bodies } = await this.withBodies(view, states, [view.applyMarkdown, false]);
    const [[shown], [markdown]] = bodies as [MessageBody[], MessageBody[]];
    if (!shown || !markdown) return undefined;
    const [message] = (await this.write(view, current, [shown])) as [ShownMessage];
    return { ...message, source: contentOf(markdown) };
  }

  private async show(view: View, states: MessageStates, more?: (messageId: number) => string): Promise<ShownMessage[]> {
    if (states.ids.length === 0) return [];
    const { current, bodies } = await this.withBodies(view, states, [view.applyMarkdown]);
    return this.write(view, current, bodies[0] as MessageBody[], more);
  }

  private async write(
    view: View,
    states: MessageStates,
    bodies: readonly MessageBody[],
    more?: (messageId: number) => string,
  ): Promise<ShownMessage[]> {
    const { actor: reader, realmId, applyMarkdown, clientExtavatar } = view;
    const [users, realm, { linkifiers }, streamNames] = await Promise.all([
      this.projections.users(realmId),
      this.projections.realm(realmId),
      this.projections.markup(realmId),
      this.streamNames(realmId, bodies),
    ]);
    const context = { reader, applyMarkdown, clientExtavatar, users, realm, linkifiers, streamNames };
    const texts = new MessageTexts(context, states);
    return bodies.map((body) => ({ id: body.id, text: texts.textOf(body, more?.(body.id)) }));
  }

  /** Facts and bodies of the same versions. `forms`: with HTML or not; bodies are in the same order. */
  private async withBodies(view: View, states: MessageStates, forms: readonly boolean[]) {
    let current = states;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (attempt > 1) current = await this.readStates(this.database, view, states.ids);
      const bodies = await this.bodiesInForms(this.database, current, forms);
      if (bodies) return { current, bodies };
    }
    const { state } = await this.database.snapshot(view.realmId, async (tx) => {
      const inSnapshot = await this.readStates(tx, view, states.ids);
      return { current: inSnapshot, bodies: await this.bodiesInForms(tx, inSnapshot, forms) };
    });
    if (!state.bodies) throw new Error('A snapshot has two versions of a message.');
    return { current: state.current, bodies: state.bodies };
  }

  /** Undefined when a message has been changed since the states were read. */
  private async bodiesInForms(
    queryable: Queryable,
    states: MessageStates,
    forms: readonly boolean[],
  ): Promise<MessageBody[][] | undefined> {
    const found: MessageBody[][] = [];
    for (const isHtml of forms) {
      const bodies = await this.bodiesOf(queryable, states, isHtml);
      if (!bodies) return undefined;
      found.push(bodies);
    }
    return found;
  }

  /** Undefined when a message has been changed since the states were read. */
  private async bodiesOf(
    queryable: Queryable,
    { recipientId, ids, versions, serverStart }: MessageStates,
    isHtml: boolean,
  ): Promise<MessageBody[] | undefined> {
    this.cache.enter(serverStart);
    const bodies = ids.map((id, place) => this.cache.find(id, isHtml, versions[place] as string));
    const missing = ids.filter((_, place) => bodies[place] === undefined);
    if (missing.length === 0) return bodies as MessageBody[];
    const read = new Map((await readBodies(queryable, missing, recipientId, isHtml)).map((body) => [body.id, body]));
    for (const body of read.values()) this.cache.put(body, isHtml, serverStart);
    for (const [place, id] of ids.entries()) {
      if (bodies[place] !== undefined) continue;
      const body = read.get(id);
      if (body?.version !== versions[place]) return undefined;
      bodies[place] = body;
    }
    return bodies as MessageBody[];
  }

  private readStates(queryable: Queryable, { actor, realmId }: View, ids: readonly number[]): Promise<MessageStates> {
    return statesOfMessages(queryable, actor, realmId, ids);
  }

  private async streamNames(realmId: number, bodies: readonly MessageBody[]): Promise<ReadonlyMap<number, string>> {
    const streams = await this.streams.of(realmId);
    const names = new Map<number, string>();
    const unknown = new Set<number>();
    for (const { streamId } of bodies) {
      if (streamId === null || names.has(streamId)) continue;
      const name = streams.get(streamId)?.name;
      if (name === undefined) unknown.add(streamId);
      else names.set(streamId, name);
    }
    if (unknown.size === 0) return names;
    // Made, or filled by a move, a moment ago: after what this request must know of.
    const rows = await this.database.query<{ id: number; name: string }>(
      'SELECT id, name FROM streams WHERE id = ANY ($1)',
      [[...unknown]],
    );
    for (const { id, name } of rows) names.set(id, name);
    return names;
  }
}
