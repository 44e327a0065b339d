import { describe, expect, it } from '@jest/globals';
import { CompatNames } from './compat-names.js';
import { ZULIP_NAMES } from './names.js';

const names = new CompatNames(ZULIP_NAMES);
const inAnswer = (answer: unknown) => JSON.parse(names.inAnswer(JSON.stringify(answer)));

describe('CompatNames', () => {
  it('adds their names beside the neutral ones, wherever they stand', () => {
    expect(inAnswer({ service_version: '1', nested: [{ videocall_server_url: null }] })).toEqual({
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
  ])('uses their values: %j', (answer, expected) => {
    expect(inAnswer(answer)).toEqual(expected);
  });

  it.each([
    [{ content: 'vendorA' }],
    [{ content: '"service_version"' }],
    [{ property: 'color', value: 'vendorA' }],
    [{ emoji_name: 'chat', reaction_type: 'realm_emoji', x: 'vendorA' }],
  ])('leaves what people wrote alone: %j', (answer) => {
    expect(inAnswer(answer)).toEqual(answer);
  });

  it('returns an answer without such names as it is', () => {
    const text = '{"id": 1}';

    expect(names.inAnswer(text)).toBe(text);
  });

  it('knows their names and values in requests', () => {
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

  it('takes an emoji for the built-in one unless the client says that it is one of the realm', () => {
    const sentWith = (reactionType: string) => (name: string) => (name === 'reaction_type' ? reactionType : undefined);

    expect(names.valueOf('emoji_code', 'zulip', sentWith('zulip_extra_emoji'))).toBe('chat');
    expect(names.valueOf('emoji_name', 'zulip', sentWith('realm_emoji'))).toBe('zulip');
  });
});
