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
      { emojiset_choices: [{ key: 'vendorA', text: 'Modern' }] },
      { emojiset_choices: [{ key: 'google', text: 'Modern' }] },
    ],
  ])('uses their values: %j', (answer, expected) => {
    expect(inAnswer(answer)).toEqual(expected);
  });

  it.each([[{ content: 'vendorA' }], [{ content: '"service_version"' }], [{ property: 'color', value: 'vendorA' }]])(
    'leaves what people wrote alone: %j',
    (answer) => {
      expect(inAnswer(answer)).toEqual(answer);
    },
  );

  it('returns an answer without such names as it is', () => {
    const text = '{"id": 1}';

    expect(names.inAnswer(text)).toBe(text);
  });

  it('knows their names and values in requests', () => {
    expect(names.alternativesTo('client_extavatar')).toEqual(['client_gravatar']);
    expect(names.alternativesTo('content')).toEqual([]);
    expect(names.valueOf('emojiset', 'google')).toBe('vendorA');
    expect(names.valueOf('reaction_type', 'zulip_extra_emoji')).toBe('service_extra_emoji');
    expect(names.valueOf('content', 'google')).toBe('google');
  });
});
