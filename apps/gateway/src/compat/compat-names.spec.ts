import { allEndpoints, definitions, fieldsOf, registerFieldDescriptions, responseFields } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { CompatNames } from './compat-names.js';
import { ZULIP_NAMES } from './names.js';

const names = new CompatNames(ZULIP_NAMES);
const inResponse = (response: unknown) => JSON.parse(names.inResponse(JSON.stringify(response)));

/** Names of parameters and of fields in responses and events, by the contracts. */
function wireNames(): ReadonlySet<string> {
  const schemas = JSON.stringify([
    definitions('in full'),
    registerFieldDescriptions(),
    allEndpoints().map(responseFields),
  ]);
  const inSchemas = [...schemas.matchAll(/"([a-z][A-Za-z_]*)":\{/g)].map(([, name]) => name as string);
  const parameters = allEndpoints().flatMap(({ parameters }) => fieldsOf(parameters).map(({ wireName }) => wireName));
  return new Set([...inSchemas, ...parameters]);
}

describe('the table of names', () => {
  it('contains only neutral names that the contracts have', () => {
    const { names, values, listsOfValues, listValues, namesAsValues, settings } = ZULIP_NAMES;
    const neutral = [
      // Ways to sign in are names in a free map.
      ...names.map(([ours]) => ours).filter((name) => !/^vendor[A-F]$/.test(name)),
      ...[values, listsOfValues, listValues].flatMap((table) => Object.keys(table)),
      ...Object.values(listsOfValues),
      ...namesAsValues,
      ...settings.flat(),
    ];
    const known = wireNames();

    expect(neutral.filter((name) => !known.has(name) && name !== 'code')).toEqual([]);
  });
});

describe('CompatNames', () => {
  it('adds their names to the neutral ones at any depth', () => {
    expect(inResponse({ service_version: '1', nested: [{ videocall_server_url: null }] })).toEqual({
      service_version: '1',
      zulip_version: '1',
      nested: [{ videocall_server_url: null, jitsi_server_url: null }],
    });
  });

  it.each([
    [{ reaction_type: 'service_extra_emoji' }, { reaction_type: 'zulip_extra_emoji' }],
    [{ emojiset: 'vendorA-blob' }, { emojiset: 'google-blob' }],
    [
      { property: 'emojiset', value: 'vendorB' },
      { property: 'emojiset', value: 'twitter' },
    ],
    [
      { setting_name: 'emojiset', setting: 'vendorA' },
      { setting_name: 'emojiset', setting: 'google' },
    ],
    [
      { notification_name: 'notification_sound', setting: 'service' },
      { notification_name: 'notification_sound', setting: 'zulip' },
    ],
    [
      { type: 'realm', property: 'gif_rating', value: 2 },
      { type: 'realm', property: 'giphy_rating', value: 2 },
    ],
    [
      { emoji_name: 'chat', emoji_code: 'chat', reaction_type: 'service_extra_emoji' },
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
    ],
    [{ code: 'INVALID_VIDEOCALL_TOKEN' }, { code: 'INVALID_ZOOM_TOKEN' }],
    [
      { authentication_methods: { vendorA: false, vendorC: true } },
      { authentication_methods: { vendorA: false, google: false, vendorC: true, github: true } },
    ],
    [
      { emojiset_choices: [{ key: 'vendorA', text: 'Modern' }] },
      { emojiset_choices: [{ key: 'google', text: 'Modern' }] },
    ],
    [
      { notification_sound: 'service', available_notification_sounds: ['pan', 'service'] },
      { notification_sound: 'zulip', available_notification_sounds: ['pan', 'zulip'] },
    ],
  ])('uses their values: %j', (response, expected) => {
    expect(inResponse(response)).toEqual(expected);
  });

  it.each([
    [{ content: 'vendorA' }],
    [{ content: '"service_version"' }],
    [{ property: 'color', value: 'vendorA' }],
    [{ emoji_name: 'chat', reaction_type: 'realm_emoji', x: 'vendorA' }],
  ])('does not change texts of users: %j', (response) => {
    expect(inResponse(response)).toEqual(response);
  });

  it('returns a response without such names unchanged', () => {
    const text = '{"id": 1}';

    expect(names.inResponse(text)).toBe(text);
  });

  it('accepts their names and values in requests', () => {
    expect(names.alternativesTo('client_extavatar')).toEqual(['client_gravatar']);
    expect(names.alternativesTo('content')).toEqual([]);
    expect(names.otherPaths('/calls/vendorG/create')).toEqual(['/calls/bigbluebutton/create']);
    expect(names.otherPaths('/messages')).toEqual([]);
  });

  it.each([
    ['emojiset', 'google', 'vendorA'],
    ['reaction_type', 'zulip_extra_emoji', 'service_extra_emoji'],
    ['content', 'google', 'google'],
    ['event_types', '["message","giphy"]', '["message","gif"]'],
    ['fetch_event_types', '["giphy"]', '["gif"]'],
    ['event_types', '["mess', '["mess'],
    ['event_types', 'null', 'null'],
    ['emoji_name', 'zulip', 'chat'],
    ['emoji_name', 'tada', 'tada'],
  ])('reads %s %s as %s', (name, theirs, neutral) => {
    expect(names.valueOf(name, theirs, () => undefined)).toBe(neutral);
  });

  it('reads an emoji as the built-in one unless the client declares one of the realm', () => {
    const sentWith = (reactionType: string) => (name: string) => (name === 'reaction_type' ? reactionType : undefined);

    expect(names.valueOf('emoji_code', 'zulip', sentWith('zulip_extra_emoji'))).toBe('chat');
    expect(names.valueOf('emoji_name', 'zulip', sentWith('realm_emoji'))).toBe('zulip');
  });
});
