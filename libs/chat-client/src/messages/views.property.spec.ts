import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiClient } from '../api-client.js';
import { ChatClient } from '../chat-client.js';
import type { Message } from './message.js';
import type { MessageView } from './message-view.js';
import { ME, ModelServer, NARROWS, TOPICS } from './testing/model-server.js';

const MESSAGES_AT_FIRST = 230;
/** Ids of the model are multiples of ten. */
const someId = fc.integer({ min: 1, max: MESSAGES_AT_FIRST + 20 }).map((n) => n * 10);
const topic = fc.constantFrom(...TOPICS);
const view = fc.nat(NARROWS.length - 1);
const anchor = fc.oneof(fc.constantFrom('newest' as const, 'first_unread' as const), someId);

type Step = (world: World) => unknown;
const change = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.tuple(topic, fc.constantFrom(ME, 2)).map(
    ([to, sender]) =>
      ({ server }) =>
        server.sent(to, sender),
  ),
  someId.map(
    (id) =>
      ({ server }) =>
        server.edited(id),
  ),
  fc.tuple(topic, topic).map(
    ([from, to]) =>
      ({ server }) =>
        server.moved(from, to),
  ),
  someId.map(
    (id) =>
      ({ server }) =>
        server.deleted(id),
  ),
  fc
    .tuple(
      fc.array(someId),
      fc.constantFrom('read' as const, 'starred' as const),
      fc.constantFrom('add' as const, 'remove' as const),
    )
    .map(
      (flagging) =>
        ({ server }) =>
          server.flagged(...flagging),
    ),
  fc.tuple(someId, fc.constantFrom('1f44d', '2764')).map(
    (reaction) =>
      ({ server }) =>
        server.reacted(...reaction),
  ),
  fc.tuple(someId, fc.constantFrom('{"type":"vote"}', '{"type":"strike"}')).map(
    (submessage) =>
      ({ server }) =>
        server.extended(...submessage),
  ),
);
const action = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.tuple(view, anchor).map(
    ([n, at]) =>
      (world) =>
        void world.view(n).open(at),
  ),
  view.map((n) => (world) => void world.view(n).loadOlder()),
  view.map((n) => (world) => void world.view(n).loadNewer()),
  fc.boolean().map((isEarly) => ({ server }) => {
    server.readsEarly = isEarly;
  }),
  fc.constant((world) => world.deliver()),
  fc.nat(3).map(
    (n) =>
      ({ server }) =>
        server.requests.splice(n, 1)[0]?.answer(),
  ),
  fc.nat(3).map(
    (n) =>
      ({ server }) =>
        server.requests.splice(n, 1)[0]?.fail(),
  ),
  fc.constant((world) => world.registerAgain()),
);
const steps = fc.array(fc.oneof({ weight: 2, arbitrary: change }, { weight: 3, arbitrary: action }), {
  minLength: 15,
  maxLength: 60,
  size: 'max',
});

/** The places at which the views open before the steps. */
const openings = fc.tuple(...NARROWS.map(() => anchor));

class World {
  readonly server = new ModelServer();
  readonly client = new ChatClient(new ApiClient('http://model', { transport: this.server }));

  constructor() {
    for (let n = 0; n < MESSAGES_AT_FIRST; n++) this.server.sent(TOPICS[n % 3 === 0 ? 1 : 0] as string, 1 + (n % 2));
    this.registerAgain();
    for (const { narrow } of NARROWS) this.client.messages.view(narrow).subscribe(() => undefined);
  }

  view(n: number): MessageView {
    return this.client.messages.view(NARROWS[n]?.narrow ?? []);
  }

  deliver(): void {
    const event = this.server.events.shift();
    if (event) this.client.apply(event);
  }

  /** The events that were not delivered are in the new state. */
  registerAgain(): void {
    this.server.events.length = 0;
    this.client.replace(this.server.state);
  }

  /** Until no event and no request waits. */
  async settle(): Promise<void> {
    while (this.server.events.length > 0) this.deliver();
    for (;;) {
      await setImmediate();
      const request = this.server.requests.shift();
      if (request === undefined) return;
      request.answer();
    }
  }
}

/** Without the order of flags and reactions. */
const comparable = (message: Message | undefined) =>
  message && {
    ...message,
    flags: new Set(message.flags),
    reactions: new Map(message.reactions.map((reaction) => [reaction.emoji_code, reaction])),
  };

it('each view shows a range, and each range equals a fresh page, after any sequence of events, requests and failures', async () => {
  await fc.assert(
    fc.asyncProperty(openings, fc.boolean(), steps, async (anchors, areLoaded, sequence) => {
      const world = new World();
      for (const [n, at] of anchors.entries()) void world.view(n).open(at);
      if (areLoaded) await world.settle();
      for (const step of sequence) {
        step(world);
        await setImmediate();
      }
      await world.settle();
      world.client.messages.retry();
      await world.settle();

      for (const { narrow } of NARROWS) {
        const known = world.client.messages.view(narrow);
        expect(known.snapshot().state).toBe('ready');
        for (const { from, to, ids } of known.loaded()) {
          const fresh = world.server.matching(narrow).filter(({ id }) => from <= id && id <= to);
          expect(ids).toEqual(fresh.map(({ id }) => id));
          expect(ids.map((id) => comparable(world.client.messages.get(id)))).toEqual(fresh.map(comparable));
        }
      }
    }),
    { numRuns: 30 },
  );
}, 30_000);
