import {
  allEndpoints,
  createDrafts,
  createScheduledMessage,
  deleteTopic,
  draftDoesNotExist,
  editDraft,
  getMessages,
  LARGEST_ANCHOR,
  sendMessage,
  updateMessageFlagsForNarrow,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
let ana: FakeUser;
let asked: Record<string, unknown> | undefined;

const replying = (reply: unknown) => (request: Record<string, unknown>) => {
  asked = request;
  return reply;
};

beforeAll(async () => {
  gateway = await TestGateway.start({
    endpoints: allEndpoints(),
    features: [],
    services: {
      messaging: {
        [getMessages.pattern]: replying({ messages: [] }),
        [updateMessageFlagsForNarrow.pattern]: replying({
          processed_count: 1,
          updated_count: 0,
          first_processed_id: 3,
        }),
        [createDrafts.pattern]: replying({ ids: [4] }),
        [editDraft.pattern]: () => {
          throw draftDoesNotExist();
        },
        [createScheduledMessage.pattern]: replying({ scheduled_message_id: 5 }),
        [sendMessage.pattern]: replying({ id: 6 }),
        [deleteTopic.pattern]: replying({ is_complete: false }),
      },
    },
  });
  ana = gateway.users.add();
});
afterAll(() => gateway.close());
beforeEach(() => {
  asked = undefined;
});

const call = async (method: string, path: string, values: Record<string, string>) => {
  const given = method === 'GET' ? { query: values } : { form: values };
  const { body } = await gateway.request(method, path, { as: ana, ...given });
  return body;
};

describe('GET /messages', () => {
  const page = { num_before: '1', num_after: '2' };

  it.each([
    [{ anchor: 'newest' }, 'newest'],
    [{ anchor: '7' }, 7],
    [{ anchor: '-5' }, 0],
    [{ anchor: '99999999999999999999999' }, LARGEST_ANCHOR],
    [{ use_first_unread_anchor: 'true' }, undefined],
  ])('reads %j', async (values, anchor) => {
    expect(await call('GET', '/messages', { ...page, ...values })).toMatchObject({ result: 'success', messages: [] });
    expect(asked?.['parameters']).toEqual({
      anchor,
      numBefore: 1,
      numAfter: 2,
      includeAnchor: true,
      narrow: [],
      clientExtavatar: true,
      applyMarkdown: true,
      ...('use_first_unread_anchor' in values && { useFirstUnreadAnchor: true }),
    });
  });

  it.each([
    [
      { ...page, anchor: 'middle' },
      { code: 'BAD_REQUEST', msg: 'Invalid anchor' },
    ],
    [
      { anchor: '1', num_before: '-1', num_after: '1' },
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'num_before' },
    ],
  ])('refuses %j', async (values, refusal) => {
    expect(await call('GET', '/messages', values)).toMatchObject({ result: 'error', ...refusal });
    expect(asked).toBeUndefined();
  });

  it.each(['', 'False', '0', '{}', '{malformed json,', '[1,2]', '[["x"]]', '[["x","y","z"]]', '[["dm",-24]]'])(
    'quotes a malformed narrow: %s',
    async (narrow) => {
      expect(await call('GET', '/messages', { ...page, anchor: '1', narrow })).toMatchObject({
        code: 'REQUEST_VARIABLE_INVALID',
        msg: `Bad value for 'narrow': ${narrow}`,
        var_name: 'narrow',
        bad_value: narrow,
      });
    },
  );
});

describe('POST /messages', () => {
  it.each([
    ['stream', 'design', 'design'],
    ['stream', '"7"', '7'],
    ['stream', '7', 7],
    ['stream', '[7]', [7]],
    ['private', '[7,8]', [7, 8]],
    ['direct', 'a@x.io,b@x.io', 'a@x.io,b@x.io'],
  ])('to a %s takes %s', async (type, to, expected) => {
    expect(await call('POST', '/messages', { type, to, content: 'x', topic: 't' })).toMatchObject({ id: 6 });
    expect(asked).toMatchObject({
      parameters: { type: type === 'stream' ? 'stream' : 'direct', to: expected },
      clientName: expect.any(String),
    });
  });

  it.each([
    ['stream', '{"id":7}'],
    ['stream', '[[7]]'],
    ['stream', 'null'],
    ['direct', '[1.5]'],
  ])('to a %s sends %s without an address', async (type, to) => {
    await call('POST', '/messages', { type, to, content: 'x', topic: 't' });
    expect(asked).toMatchObject({ parameters: { to: null } });
  });

  it('refuses an unknown type', async () => {
    expect(await call('POST', '/messages', { type: 'letter', to: '7', content: 'x' })).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Invalid type',
    });
    expect(asked).toBeUndefined();
  });
});

it('a reaction with an unknown emoji type is refused', async () => {
  const emoji = { emoji_name: 'tada', reaction_type: 'image' };

  expect(await call('POST', '/messages/9/reactions', emoji)).toMatchObject({ msg: 'Invalid emoji type.' });
});

describe('drafts', () => {
  it('reach the service under their names, and may be empty', async () => {
    const drafts = [{ type: 'stream', to: [1], topic: 'x', content: 'y', timestamp: 3.7 }];
    expect(await call('POST', '/drafts', { drafts: JSON.stringify(drafts) })).toMatchObject({ ids: [4] });
    expect(asked?.['parameters']).toEqual({ drafts: [{ ...drafts[0], timestamp: 3 }] });
    expect(await call('POST', '/drafts', {})).toMatchObject({ result: 'success' });
    expect(asked?.['parameters']).toEqual({ drafts: [] });
  });

  it.each([
    [{ id: 1, type: '', to: [], topic: '', content: 'x' }, 'Unexpected arguments: id'],
    [{ type: 'letter', to: [], topic: '', content: 'x' }, 'Invalid drafts[0]["type"]'],
    [{ type: '', to: [], topic: '' }, 'content key is missing from drafts[0]'],
    [{ type: '', to: [], topic: '', content: 'x', timestamp: -1 }, 'Timestamp must not be negative.'],
  ])('refuse %j', async (draft, msg) => {
    expect(await call('POST', '/drafts', { drafts: JSON.stringify([draft]) })).toMatchObject({ result: 'error', msg });
  });

  it('that are missing get an error without a code', async () => {
    const draft = JSON.stringify({ type: '', to: [], topic: '', content: 'x' });
    const { status, body } = await gateway.request('PATCH', '/drafts/9', { as: ana, form: { draft } });
    expect(status).toBe(404);
    expect(body).toEqual({ result: 'error', msg: 'Draft does not exist' });
  });
});

describe('scheduled messages', () => {
  const rest = { content: 'x', scheduled_delivery_timestamp: '100' };

  it.each([
    ['stream', '7', 'stream', 7],
    ['stream', '[7]', 'stream', [7]],
    ['stream', 'design', 'stream', null],
    ['stream', '{"id":7}', 'stream', null],
    ['stream', '1.5', 'stream', null],
    ['private', '[7,8]', 'direct', [7, 8]],
    ['direct', '7', 'direct', 7],
    ['direct', '{"id":7}', 'direct', null],
    ['direct', '["a@x.io"]', 'direct', [null]],
    ['direct', '[7,1.5]', 'direct', [7, null]],
    ['direct', '[null]', 'direct', [null]],
  ])('of type %s read the recipients %s', async (type, to, expectedType, expectedTo) => {
    expect(await call('POST', '/scheduled_messages', { type, to, subject: 'x', ...rest })).toMatchObject({
      scheduled_message_id: 5,
    });
    expect(asked).toMatchObject({
      parameters: { type: expectedType, to: expectedTo, topic: 'x', scheduledDeliveryTimestamp: 100 },
      clientName: expect.any(String),
    });
  });

  it('refuse an unknown type', async () => {
    expect(await call('POST', '/scheduled_messages', { type: 'letter', to: '7', ...rest })).toMatchObject({
      result: 'error',
      msg: 'Invalid type',
    });
    expect(asked).toBeUndefined();
  });
});

describe('topics', () => {
  it('that are not deleted completely get a partial success', async () => {
    expect(await call('POST', '/streams/3/delete_topic', { topic_name: 'x' })).toMatchObject({
      result: 'partially_completed',
      code: 'REQUEST_TIMEOUT',
    });
  });

  it('have flags changed by a narrow', async () => {
    const values = { anchor: 'oldest', num_before: '0', num_after: '5', narrow: '[]', op: 'add', flag: 'read' };
    expect(await call('POST', '/messages/flags/narrow', values)).toMatchObject({
      processed_count: 1,
      updated_count: 0,
      first_processed_id: 3,
    });
    expect(asked?.['parameters']).toEqual({
      anchor: 'oldest',
      includeAnchor: true,
      numBefore: 0,
      numAfter: 5,
      narrow: [],
      op: 'add',
      flag: 'read',
    });
  });
});
