import { eventually } from '@chat/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { TestUser } from '../support/organization.js';
import { type ZulipJs, ZulipJsEventLoop, zulipJs } from '../support/zulip-js.js';
import { type ClientAddress, type ClientsScene, inDesign } from './clients-scene.js';

let address: ClientAddress;
let ana: TestUser;
let ben: TestUser;

const signInOf = (user: TestUser) => ({ realm: address.origin, username: user.email, apiKey: user.apiKey });

/** The library itself. */
export function zulipJsRequests(given: () => ClientsScene): void {
  beforeAll(() => {
    ({ address, ana, ben } = given());
  });

  let client: ZulipJs;
  beforeAll(async () => {
    client = await zulipJs({ realm: address.origin, username: ana.email, password: ana.password });
  });

  it('signs in with a password', async () => {
    expect(client.config.apiKey).toBe(ana.apiKey);
    expect(await client.users.me.getProfile()).toMatchObject({ result: 'success', user_id: ana.userId });
  });

  it('sends to streams and users, edits, lists and deletes', async () => {
    const sent = await client.messages.send({ ...inDesign, content: 'First draft' });
    const direct = await client.messages.send({ type: 'private', to: ben.email, content: 'Look at it' });
    const edited = await client.messages.update({ message_id: sent.id, content: 'Second draft' });
    const { messages } = await client.messages.retrieve({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: 'design' }],
      client_gravatar: false,
      apply_markdown: false,
    });

    expect([sent.result, direct.result, edited.result]).toEqual(['success', 'success', 'success']);
    expect(edited.ignored_parameters_unsupported).toEqual(['message_id']);
    expect(messages.at(-1)).toMatchObject({ id: sent.id, content: 'Second draft', sender_email: ana.email });
    expect(await client.messages.getById({ message_id: direct.id })).toMatchObject({ result: 'success' });
    expect(await client.messages.deleteById({ message_id: 0 })).toMatchObject({ result: 'error' });
  });

  it('adds and removes reactions, also with the extra emoji of its server', async () => {
    const { id } = await client.messages.send({ ...inDesign, content: 'Third draft' });

    const added = await client.reactions.add({ message_id: id, emoji_name: 'tada' });
    const extra = await client.reactions.add({
      message_id: id,
      emoji_name: 'zulip',
      reaction_type: 'zulip_extra_emoji',
    });
    const { message } = await client.messages.getById({ message_id: id });
    const removed = await client.reactions.remove({ message_id: id, emoji_name: 'tada' });

    expect([added.result, extra.result, removed.result]).toEqual(['success', 'success', 'success']);
    expect(message.reactions).toEqual([
      expect.objectContaining({ emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: ana.userId }),
      expect.objectContaining({ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }),
    ]);
  });

  it('reads streams, topics, subscriptions, users and server settings', async () => {
    const { stream_id } = await client.streams.getStreamId('design');

    expect((await client.streams.retrieve()).streams).toContainEqual(expect.objectContaining({ name: 'design' }));
    expect((await client.streams.topics.retrieve({ stream_id })).topics).toContainEqual(
      expect.objectContaining({ name: 'logo' }),
    );
    expect((await client.streams.subscriptions.retrieve()).subscriptions).toContainEqual(
      expect.objectContaining({ stream_id }),
    );
    expect((await client.users.retrieve({ client_gravatar: true })).members).toContainEqual(
      expect.objectContaining({ user_id: ben.userId }),
    );
    expect(await client.server.settings()).toMatchObject({
      zulip_feature_level: 185,
      zulip_version: expect.any(String),
    });
  });

  it('receives events in its event loop', async () => {
    const loop = new ZulipJsEventLoop(signInOf(ben), ['message', 'reaction']);
    try {
      const seen = (test: (event: Record<string, unknown>) => boolean) => loop.events.some(test);
      // The first received event is the only sign that the loop is ready.
      await eventually(
        async () => {
          await client.messages.send({ ...inDesign, content: 'Anybody there?' });
          return seen(({ type }) => type === 'message');
        },
        { withinMs: 20_000 },
      );
      const { id } = await client.messages.send({ ...inDesign, content: 'Fourth draft' });
      await client.reactions.add({ message_id: id, emoji_name: 'heart' });

      await eventually(() => seen((event) => event['type'] === 'reaction' && event['message_id'] === id), {
        withinMs: 10_000,
      });
      const ids = loop.events.map((event) => event.id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(loop.events.find((event) => event.message?.id === id)).toMatchObject({
        message: {
          content: 'Fourth draft',
          content_type: 'text/x-markdown',
          subject: 'logo',
          display_recipient: 'design',
        },
        flags: [],
      });
    } finally {
      await loop.stop();
    }
  });
}
