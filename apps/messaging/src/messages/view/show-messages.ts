import type { Principal } from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { RealmProjections } from '../../projections/realm-projections.js';
import { StreamEntity } from '../../stream-records/stream.entity.js';
import { StreamsProjection } from '../../stream-records/streams.projection.js';
import { BodyCache } from './body-cache.js';
import { contentOf, type MessageBody, readBodies } from './message-body.js';
import { type MessageStates, statesOfMessages } from './message-states.js';
import { MessageTexts } from './message-texts.js';

export interface View {
  /** Null: a spectator. */
  readonly actor: Principal | null;
  readonly realmId: number;
  readonly applyMarkdown: boolean;
  readonly clientExtavatar: boolean;
  /** Decides visibility in place of the actor: the sender of a message that the actor is shown. */
  readonly visibleTo?: Principal;
}

export interface ShownMessage {
  readonly id: number;
  /** JSON text. */
  readonly text: string;
}

/** Cached bodies of one replica. */
const MAX_CACHED_BYTES = 64 * 2 ** 20;
/** After as many attempts during which a message changed, states and bodies are read in one snapshot. */
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

  /** The visible messages of these, ascending. One query, and one for bodies that are not cached. */
  async byIds(
    view: View,
    messageIds: readonly number[],
    more?: (messageId: number) => string,
  ): Promise<ShownMessage[]> {
    if (messageIds.length === 0) return [];
    return this.byStates(view, [await this.readStates(this.database, view, messageIds)], more);
  }

  /** The same for messages with states that were just read, each once. `more`: further members of each message, as JSON text. */
  async byStates(
    view: View,
    states: readonly MessageStates[],
    more?: (messageId: number) => string,
  ): Promise<ShownMessage[]> {
    const shown = await Promise.all(states.map((some) => this.show(view, some, more)));
    return shown.length === 1 ? (shown[0] as ShownMessage[]) : shown.flat().sort((a, b) => a.id - b.id);
  }

  /** The message and the Markdown of the same version; undefined if it is invisible. One query more than `byIds`. */
  async withSource(view: View, messageId: number): Promise<(ShownMessage & { readonly source: string }) | undefined> {
    const states = await this.readStates(this.database, view, [messageId]);
    if (states.ids.length === 0) return undefined;
    const { current, bodies } = await this.withBodies(view, states, view.applyMarkdown ? [true, false] : [false]);
    const [shown, markdown] = [bodies[0]?.[0], bodies.at(-1)?.[0]];
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
    const { actor: reader, realmId, clientExtavatar } = view;
    const [realmState, { linkifiers }, streamNames] = await Promise.all([
      this.projections.state(realmId),
      this.projections.markup(realmId),
      this.streamNames(realmId, bodies),
    ]);
    const context = { ...realmState, reader, clientExtavatar, linkifiers, streamNames };
    const texts = new MessageTexts(context, states);
    return bodies.map((body) => ({ id: body.id, text: texts.textOf(body, more?.(body.id)) }));
  }

  /** States and bodies of the same versions. `forms`: HTML or not. The bodies of each form have the order of the states. */
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

  /** Undefined if a message has changed since the states were read. */
  private async bodiesInForms(queryable: Queryable, states: MessageStates, forms: readonly boolean[]) {
    const found = await Promise.all(forms.map((isHtml) => this.bodiesOf(queryable, states, isHtml)));
    return found.includes(undefined) ? undefined : (found as MessageBody[][]);
  }

  /** Undefined if a message has changed since the states were read. */
  private async bodiesOf(
    queryable: Queryable,
    { recipientId, ids, versions, serverStart }: MessageStates,
    isHtml: boolean,
  ): Promise<MessageBody[] | undefined> {
    const bodies = ids.map((id, place) => this.cache.find(id, isHtml, versions[place] as string, serverStart));
    const missing = ids.filter((_, place) => bodies[place] === undefined);
    if (missing.length === 0) return bodies as MessageBody[];
    const read = new Map((await readBodies(queryable, missing, recipientId, isHtml)).map((body) => [body.id, body]));
    for (const body of read.values()) this.cache.put(body, isHtml, serverStart);
    const complete = ids.map((id, place) => bodies[place] ?? read.get(id));
    return complete.every((body, place) => body?.version === versions[place]) ? (complete as MessageBody[]) : undefined;
  }

  private readStates(queryable: Queryable, view: View, ids: readonly number[]): Promise<MessageStates> {
    return statesOfMessages(queryable, view.visibleTo ?? view.actor, view.realmId, ids);
  }

  private async streamNames(realmId: number, bodies: readonly MessageBody[]): Promise<ReadonlyMap<number, string>> {
    const streams = await this.streams.of(realmId);
    const ids = new Set(bodies.map(({ streamId }) => streamId).filter((id) => id !== null));
    const known = [...ids].map((id) => streams.get(id)).filter((stream) => stream !== undefined);
    const names = new Map(known.map(({ streamId, name }) => [streamId, name]));
    const unknown = [...ids].filter((id) => !names.has(id));
    if (unknown.length === 0) return names;
    // Streams that were created, or received messages by a move, after the state that this request must see.
    const later = await this.database.getRepository(StreamEntity).findBy({ streamId: In(unknown) });
    for (const { streamId, name } of later) names.set(streamId, name);
    return names;
  }
}
