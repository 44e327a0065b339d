import {
  AddRealmEmoji,
  allEndpoints,
  createProfileField,
  createRealmDomain,
  FindRealmEmojiImage,
  GetRealmEmojiImage,
  getExtraEmojiImage,
  getRealmEmoji,
  getServerSettings,
  listProfileFields,
  MAX_EMOJI_FILE_SIZE_MIB,
  RequireNewEmoji,
  Role,
  updateLinkifier,
  updateRealm,
  updateRealmDomain,
  updateUserSettingsDefaults,
} from '@chat/contracts';
import { FakeImages } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RealmEmojiModule } from '../realm-emoji/realm-emoji.controller.js';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';

/** Token of the image that the test uploads. */
const TOKEN = '0123456789abcdef'.repeat(2);

const images = new FakeImages();
let gateway: TestGateway;
let administrator: FakeUser;
let member: FakeUser;
/** Requests to realm-settings, without their actors. */
let asked: Record<string, unknown>[];

beforeAll(async () => {
  const recorded = (reply: unknown) => (request: object) => {
    const { actor: _, ...fields } = request as Record<string, unknown>;
    asked.push(fields);
    return reply;
  };
  await images.start();
  gateway = await TestGateway.start({
    endpoints: allEndpoints(),
    features: [RealmEmojiModule],
    services: {
      files: images.handlers,
      'realm-settings': {
        [createRealmDomain.pattern]: recorded({ new_domain: ['example.org', false] }),
        [updateRealmDomain.pattern]: recorded({}),
        [updateRealm.pattern]: recorded({ name: 'updated' }),
        [updateUserSettingsDefaults.pattern]: recorded({}),
        [createProfileField.pattern]: recorded({ id: 9 }),
        [updateLinkifier.pattern]: recorded({}),
        [RequireNewEmoji.pattern]: () => undefined,
        [AddRealmEmoji.pattern]: recorded({ id: 3 }),
        [FindRealmEmojiImage.pattern]: ({ fileName }: FindRealmEmojiImage) =>
          fileName === '3.png' ? { token: TOKEN, object: 'image.png' } : { token: null, object: 'image.png' },
        [GetRealmEmojiImage.pattern]: recorded({
          contentType: 'image/png',
          image: Buffer.from('old picture').toString('base64'),
        }),
        [getServerSettings.pattern]: recorded({ realm_name: 'Acme' }),
        [listProfileFields.pattern]: recorded({ custom_fields: [] }),
        [getRealmEmoji.pattern]: recorded({ emoji: {} }),
      },
    },
  });
  administrator = gateway.users.add({ role: Role.Administrator });
  member = gateway.users.add();
});
afterAll(async () => {
  await gateway.close();
  images.stop();
});
beforeEach(() => {
  asked = [];
});

const patchRealm = (form: Record<string, string>, as = administrator) =>
  gateway.request('PATCH', '/realm', { as, form });

describe('PATCH /realm', () => {
  it('sends the given values, each in its type', async () => {
    const response = await patchRealm({
      name: 'Acme',
      mandatory_topics: 'true',
      create_public_stream_policy: '2',
      message_content_edit_limit_seconds: 'unlimited',
      message_content_delete_limit_seconds: '"unlimited"',
      move_messages_within_stream_limit_seconds: '60',
      message_retention_days: 'unlimited',
      notifications_stream_id: '-1',
      signup_notifications_stream_id: '8',
      authentication_methods: '{"Email":true}',
      default_external_accounts: '{"x":{"name":"X","text":"X","hint":"","url_pattern":"https://x.org/%(username)s"}}',
      colour: 'red',
    });

    expect(response.body).toMatchObject({
      result: 'success',
      name: 'updated',
      ignored_parameters_unsupported: ['colour'],
    });
    expect(asked).toEqual([
      {
        parameters: {
          name: 'Acme',
          mandatoryTopics: true,
          createPublicStreamPolicy: 2,
          messageContentEditLimitSeconds: null,
          messageContentDeleteLimitSeconds: null,
          moveMessagesWithinStreamLimitSeconds: 60,
          messageRetentionDays: -1,
          notificationsStreamId: null,
          signupNotificationsStreamId: 8,
          authenticationMethods: { Email: true },
          defaultExternalAccounts: {
            x: { name: 'X', text: 'X', hint: '', urlPattern: 'https://x.org/%(username)s' },
          },
        },
      },
    ]);
  });

  it.each([
    ['mandatory_topics', 'yes', 'Argument "mandatory_topics" is not valid JSON.'],
    ['mandatory_topics', '1', 'mandatory_topics is not a boolean'],
    ['create_public_stream_policy', '9', 'Invalid create_public_stream_policy'],
    ['message_content_edit_limit_seconds', '0', "Bad value for 'message_content_edit_limit_seconds': 0"],
    ['message_content_edit_limit_seconds', 'soon', "Bad value for 'message_content_edit_limit_seconds': soon"],
    ['message_content_delete_limit_seconds', '"soon"', "Bad value for 'message_content_delete_limit_seconds': soon"],
    ['message_retention_days', '-5', "Bad value for 'message_retention_days': -5"],
    ['message_retention_days', '"invalid"', "Bad value for 'message_retention_days': invalid"],
    ['waiting_period_threshold', '-10', "Bad value for 'waiting_period_threshold': -10"],
    ['video_chat_provider', '10', 'Invalid video_chat_provider 10'],
    ['gif_rating', '10', 'Invalid gif_rating 10'],
    ['authentication_methods', '["Email"]', 'authentication_methods is not a dict'],
  ])('refuses %s=%s', async (name, value, message) => {
    const { status, body } = await patchRealm({ [name]: value });

    expect([status, body['msg'], asked]).toEqual([400, message, []]);
  });

  it('is for administrators', async () => {
    const { body } = await patchRealm({ name: 'x' }, member);
    expect(body).toMatchObject({ result: 'error', msg: 'Must be an organization administrator' });
  });
});

describe('PATCH /realm/user_settings_defaults', () => {
  it('accepts the settings with a default, and ignores the others', async () => {
    const form = { dense_mode: 'false', email_address_visibility: '3', timezone: 'UTC', default_language: 'de' };
    const { body } = await gateway.request('PATCH', '/realm/user_settings_defaults', { as: administrator, form });

    expect(body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['default_language', 'timezone'] });
    expect(asked).toEqual([{ parameters: { denseMode: false, emailAddressVisibility: 3 } }]);
  });
});

describe('lists of the realm', () => {
  it('send the configuration of a profile field unchanged', async () => {
    const fieldData = { a: { text: 'A', order: '1' }, 'b c': { text: 'B', order: '2' } };
    const form = { name: 'Team', field_type: '3', field_data: JSON.stringify(fieldData) };
    const { body } = await gateway.request('POST', '/realm/profile_fields', { as: administrator, form });

    expect(body).toEqual({ result: 'success', msg: '', id: 9 });
    expect(asked).toEqual([{ parameters: { fieldType: 3, name: 'Team', fieldData } }]);
  });

  it('return fields and emoji in the form of register', async () => {
    expect((await gateway.request('GET', '/realm/profile_fields', { as: member })).body).toMatchObject({
      custom_fields: [],
    });
    expect((await gateway.request('GET', '/realm/emoji', { as: member })).body).toMatchObject({ emoji: {} });
  });

  it('change a linkifier by its id', async () => {
    const form = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.org/{id}' };
    await gateway.request('PATCH', '/realm/filters/4', { as: administrator, form });

    expect(asked).toEqual([{ parameters: { filterId: 4, pattern: form.pattern, urlTemplate: form.url_template } }]);

    const blank = { as: administrator, form: { ...form, pattern: ' ' } };
    const { body } = await gateway.request('PATCH', '/realm/filters/4', blank);
    expect(body['msg']).toBe('This field cannot be blank.');
  });
});

describe('domains', () => {
  it('are sent in lower case without spaces around them', async () => {
    const owner = gateway.users.add({ role: Role.Owner });
    const create = { as: owner, form: { domain: ' Example.org ', allow_subdomains: 'false' } };
    expect((await gateway.request('POST', '/realm/domains', create)).body['new_domain']).toEqual([
      'example.org',
      false,
    ]);
    await gateway.request('PATCH', '/realm/domains/Example.ORG', { as: owner, form: { allow_subdomains: 'true' } });

    expect(asked).toEqual([
      { parameters: { domain: 'example.org', allowSubdomains: false } },
      { parameters: { domain: 'example.org', allowSubdomains: true } },
    ]);
  });
});

describe('custom emoji', () => {
  it('are uploaded as one file', async () => {
    const form = new FormData();
    form.append('f', new Blob(['picture']), 'tick.png');
    expect((await gateway.request('POST', '/realm/emoji/tick', { as: member, form })).body).toEqual({
      result: 'success',
      msg: '',
    });
    expect(asked).toEqual([{ name: 'tick', token: TOKEN, isAnimated: false }]);
    expect([...images.stored]).toEqual([[`1/emoji/${TOKEN}/image.png`, Buffer.from('picture')]]);

    const { body } = await gateway.request('POST', '/realm/emoji/tick', { as: member, form: {} });
    expect(body['msg']).toBe('You must upload exactly one file.');
  });

  it('that are too large are refused, and the error names the limit', async () => {
    const form = new FormData();
    for (const bytes of [MAX_EMOJI_FILE_SIZE_MIB * 1_048_576 + 1, 3 * MAX_EMOJI_FILE_SIZE_MIB * 1_048_576]) {
      form.set('f', new Blob([Buffer.alloc(bytes)]), 'tick.png');
      const { status, body } = await gateway.request('POST', '/realm/emoji/tick', { as: member, form });
      expect([status, body['msg']]).toEqual([400, 'Uploaded file is larger than the allowed limit of 5 MiB']);
    }
    expect(asked).toEqual([]);
  });

  it('are public and cacheable', async () => {
    const response = await fetch(`${gateway.origin}/user_avatars/1/emoji/images/still/3.png`);

    expect([await response.text(), response.headers.get('content-type')]).toEqual(['picture', 'image/png']);
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it('are read from the service while the files service does not have them', async () => {
    const response = await fetch(`${gateway.origin}/user_avatars/1/emoji/images/still/2.png`);

    expect([await response.text(), response.headers.get('content-type')]).toEqual(['old picture', 'image/png']);
    expect(asked).toEqual([{ realmId: 1, fileName: '2.png', still: true }]);
  });
});

it('the picture of the extra emoji is open to anyone', async () => {
  const response = await fetch(gateway.origin + getExtraEmojiImage.path);

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

describe('GET /server_settings', () => {
  it('needs no credentials, and ignores wrong ones', async () => {
    const headers = { authorization: `Basic ${Buffer.from('x@example.com:wrong').toString('base64')}` };
    for (const request of [{}, { headers }]) {
      const { status, body } = await gateway.request('GET', '/server_settings', request);
      expect([status, body]).toEqual([200, { result: 'success', msg: '', realm_name: 'Acme' }]);
    }
  });
});
