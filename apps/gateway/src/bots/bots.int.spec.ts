import {
  allEndpoints,
  CreateBot,
  GetBotFile,
  RequireAvatarChanges,
  RequireBotCreation,
  RequireBotManager,
  refusedWithoutCode,
  UpdateBot,
} from '@chat/contracts';
import { FakeImages } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';
import { BotsModule } from './bots.controller.js';

const NEW = { full_name: 'Robot', short_name: 'robot' };
const SHOWN = {
  avatarUrl: '/a.png',
  ...{ defaultSendingStream: null, defaultEventsRegisterStream: null, defaultAllPublicStreams: false },
};

const images = new FakeImages();
let gateway: TestGateway;
let member: FakeUser;
/** Requests to the users service, without their actors. */
let received: Record<string, unknown>[];
let mayCreate: boolean;

beforeAll(async () => {
  await images.start();
  const recorded = (reply: object) => (request: object) => {
    const { actor: _, ...fields } = request as Record<string, unknown>;
    received.push(fields);
    return reply;
  };
  gateway = await TestGateway.start({
    endpoints: allEndpoints(),
    features: [BotsModule],
    services: {
      files: images.handlers,
      users: {
        [RequireAvatarChanges.pattern]: () => undefined,
        [RequireBotCreation.pattern]: () => {
          if (!mayCreate) throw refusedWithoutCode('No bots');
        },
        [RequireBotManager.pattern]: () => undefined,
        [CreateBot.pattern]: recorded({ userId: 7, apiKey: 'k', ...SHOWN }),
        [UpdateBot.pattern]: recorded({
          ...{ fullName: 'Robot', serviceInterface: 1, servicePayloadUrl: null, configData: null },
          ...SHOWN,
        }),
        [GetBotFile.pattern]: ({ bot }: GetBotFile) => ({
          ...{ email: 'robot-bot@chat.test', key: 'k', site: 'http://chat.test' },
          token: bot.botId === 3 ? 't' : null,
        }),
      },
    },
  });
  member = gateway.users.add();
});
afterAll(async () => {
  await gateway.close();
  images.stop();
});
beforeEach(() => {
  received = [];
  mayCreate = true;
});

const post = (form: Record<string, string> | FormData) => gateway.request('POST', '/bots', { as: member, form });

function withPictures(...names: string[]): FormData {
  const form = new FormData();
  for (const name of names) form.append(name, new Blob(['picture']), `${name}.png`);
  // Parameters may come after the file.
  for (const [name, value] of Object.entries(NEW)) form.append(name, value);
  return form;
}

it('a form without a picture makes a bot', async () => {
  const { body } = await post({ ...NEW, config_data: '{"a":"b"}', default_all_public_streams: 'true' });

  expect(body).toMatchObject({ result: 'success', user_id: 7, api_key: 'k', avatar_url: '/a.png' });
  expect(received).toMatchObject([
    { bot: { fullName: 'Robot', botType: 1, configData: { a: 'b' }, defaultAllPublicStreams: true } },
  ]);
  expect(received[0]).not.toHaveProperty('avatarToken');
});

it.each(['"https://bot.example/"', 'https://bot.example/'])('the address %s is JSON or plain text', async (given) => {
  await post({ ...NEW, payload_url: given });
  await gateway.request('PATCH', '/bots/7', { as: member, form: { service_payload_url: given } });

  expect(received).toMatchObject([
    { bot: { payloadUrl: 'https://bot.example/' } },
    { change: { servicePayloadUrl: 'https://bot.example/' } },
  ]);
});

it('a picture under any name becomes the avatar', async () => {
  expect((await post(withPictures('any'))).body).toMatchObject({ result: 'success' });
  const form = new FormData();
  form.append('file', new Blob(['picture']), 'a.png');
  await gateway.request('PATCH', '/bots/7', { as: member, form });

  expect(received).toMatchObject([
    { avatarToken: expect.any(String), bot: { fullName: 'Robot' } },
    { avatarToken: expect.any(String), change: { botId: 7 } },
  ]);
});

it('several pictures make no bot', async () => {
  expect((await post(withPictures('a', 'b'))).body).toMatchObject({ msg: 'You may only upload one file at a time' });
  expect(received).toEqual([]);
});

it('a picture without the right to make bots is not stored', async () => {
  mayCreate = false;

  expect((await post(withPictures('a'))).body).toMatchObject({ msg: 'No bots' });
  expect(received).toEqual([]);
});

it.each([
  [3, '[api]\nemail=robot-bot@chat.test\nkey=k\nsite=http://chat.test\ntoken=t\n'],
  [4, '[api]\nemail=robot-bot@chat.test\nkey=k\nsite=http://chat.test\n'],
])('the file of bot %s is an attachment', async (botId, text) => {
  const response = await gateway.request('GET', `/bots/${botId}/zuliprc`, { as: member });

  expect(response.text).toBe(text);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="zuliprc"');
});
