import { ClientState, type Message, type WireState } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import { alertFor } from './alert-rules.js';

const READER = 7;
const SENDER = 8;
const STREAM = 1;
type Settings = Partial<NonNullable<WireState['user_settings']>>;

interface Situation {
  readonly settings?: Settings;
  readonly stream?: object;
  readonly topics?: readonly object[];
  readonly mutedUsers?: readonly object[];
  readonly message?: object;
}

const SETTINGS = {
  enable_desktop_notifications: true,
  enable_stream_desktop_notifications: false,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  notification_sound: 'ding',
  wildcard_mentions_notify: true,
};
const NULLS = { desktop_notifications: null, audible_notifications: null, wildcard_mentions_notify: null };
const DIRECT = { stream_id: undefined, subject: '', display_recipient: [{ id: READER }, { id: SENDER }] };

function alertIn({ settings = {}, stream, topics = [], mutedUsers = [], message = {} }: Situation) {
  const state = new ClientState({
    user_id: READER,
    user_settings: { ...SETTINGS, ...settings },
    subscriptions: [{ stream_id: STREAM, is_muted: false, ...NULLS, ...stream }],
    user_topics: topics.map((topic) => ({ stream_id: STREAM, topic_name: 'Logo', ...topic })),
    muted_users: mutedUsers,
  } as unknown as WireState);
  return alertFor(state, {
    ...{ sender_id: SENDER, stream_id: STREAM, subject: 'Logo', display_recipient: 'design', flags: [] },
    ...message,
  } as unknown as Message);
}

const BOTH = { shows: true, sounds: true };
const NONE = { shows: false, sounds: false };
const SHOWN = { shows: true, sounds: false };
const HEARD = { shows: false, sounds: true };
const mention = { flags: ['mentioned'] };
const wildcard = { flags: ['wildcard_mentioned'] };
const MUTED = { visibility_policy: 1 };
const UNMUTED = { visibility_policy: 2 };

describe('an arriving message alerts', () => {
  it.each<[string, Situation, object]>([
    ['a direct message', { message: DIRECT }, BOTH],
    ['a direct message without enable_desktop_notifications', off('enable_desktop_notifications', DIRECT), HEARD],
    ['a direct message without enable_sounds', off('enable_sounds', DIRECT), SHOWN],
    ['a direct message with the sound "none"', set('notification_sound', 'none', DIRECT), SHOWN],
    ['a mention', { message: mention }, BOTH],
    ['a mention without enable_desktop_notifications', off('enable_desktop_notifications', mention), HEARD],
    ['an alert word', { message: { flags: ['has_alert_word'] } }, BOTH],
    ['a message of a stream', {}, NONE],
    ['one with enable_stream_desktop_notifications', set('enable_stream_desktop_notifications', true), SHOWN],
    ['one with enable_stream_audible_notifications', set('enable_stream_audible_notifications', true), HEARD],
    ['one of a stream with desktop_notifications', { stream: { desktop_notifications: true } }, SHOWN],
    ['one of a stream with audible_notifications', { stream: { audible_notifications: true } }, HEARD],
    [
      'one of a stream without desktop_notifications',
      {
        ...set('enable_stream_desktop_notifications', true),
        stream: { desktop_notifications: false },
      },
      NONE,
    ],
    [
      'one of a stream without audible_notifications',
      {
        ...set('enable_stream_audible_notifications', true),
        stream: { audible_notifications: false },
      },
      NONE,
    ],
    ['a mention of everyone', { message: wildcard }, BOTH],
    ['one without wildcard_mentions_notify', off('wildcard_mentions_notify', wildcard), NONE],
    ['one of a stream without it', { stream: { wildcard_mentions_notify: false }, message: wildcard }, NONE],
    [
      'one of a stream with it',
      {
        ...off('wildcard_mentions_notify', wildcard),
        stream: { wildcard_mentions_notify: true },
      },
      BOTH,
    ],
    ['one of a stream that the reader did not subscribe to', { message: { stream_id: 9 } }, NONE],
    ['a mention there', { message: { stream_id: 9, ...mention } }, BOTH],
  ])('%s', (_, situation, expected) => expect(alertIn(situation)).toEqual(expected));
});

describe('muting', () => {
  const loud = { settings: { enable_stream_desktop_notifications: true } };

  it.each<[string, Situation, object]>([
    ['silences a muted topic', { ...loud, topics: [MUTED] }, NONE],
    ['silences a muted stream', { ...loud, stream: { is_muted: true } }, NONE],
    [
      'lets an unmuted topic of a muted stream through',
      { ...loud, stream: { is_muted: true }, topics: [UNMUTED] },
      SHOWN,
    ],
    ['leaves other topics alone', { ...loud, topics: [{ ...MUTED, topic_name: 'Other' }] }, SHOWN],
    ['silences mentions of everyone', { topics: [MUTED], message: wildcard }, NONE],
    ['lets mentions of the reader through', { topics: [MUTED], message: mention }, BOTH],
    ['silences muted people', { mutedUsers: [{ id: SENDER }], message: DIRECT }, NONE],
    ['leaves other people alone', { mutedUsers: [{ id: 99 }], message: DIRECT }, BOTH],
  ])('%s', (_, situation, expected) => expect(alertIn(situation)).toEqual(expected));
});

describe('nothing alerts', () => {
  it.each<[string, Situation]>([
    ['about own messages', { message: { ...DIRECT, sender_id: READER } }],
    ['about read messages', { message: { ...DIRECT, flags: ['read'] } }],
  ])('%s', (_, situation) => expect(alertIn(situation)).toEqual(NONE));
});

function set(name: keyof typeof SETTINGS, value: boolean | string, message: object = {}): Situation {
  return { settings: { [name]: value }, message };
}
function off(name: keyof typeof SETTINGS, message: object): Situation {
  return set(name, false, message);
}
