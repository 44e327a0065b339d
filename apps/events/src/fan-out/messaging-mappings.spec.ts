import {
  ALL_CAPABILITIES,
  allClientEventMappings,
  type ClientCapabilities,
  type ClientTraits,
  type DomainEventType,
  DraftRemoved,
  type LoggedEvent,
  MessageFlagsChanged,
  MessagesDeleted,
  MessagesEdited,
  type MessagesEditedPayload,
  ReactionAdded,
  ScheduledMessagesAdded,
  type Stream,
  TypingChanged,
  UserTopicChanged,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { testReader } from '../testing/test-reader.js';

const subscriber = testReader({ userId: 5, streamIds: [1] });
const onlooker = testReader({ userId: 5 });
const client = (capabilities: Partial<ClientCapabilities>): ClientTraits => ({
  applyMarkdown: true,
  clientExtavatar: true,
  slimPresence: true,
  includeSubscribers: false,
  capabilities: { ...ALL_CAPABILITIES, ...capabilities },
});

/** The client events and the audience of the event. */
function mapped<Payload>(
  type: DomainEventType<string, Payload>,
  payload: Payload,
  capabilities: Partial<ClientCapabilities> = {},
  reader = subscriber,
) {
  const mapping = allClientEventMappings().find(({ source }) => source.type === type.type);
  if (!mapping) throw new Error(`No mapping for ${type.type}.`);
  const event = {
    service: 'messaging',
    realmId: 1,
    sequence: 1,
    logId: '1-1',
    type: type.type,
    payload,
  } as LoggedEvent;
  return {
    audience: mapping.audience(payload),
    events: mapping.forClient(payload, reader, client(capabilities), event, () => ''),
  };
}

/** An edit of a message that mentions the reader in every way. */
function mentioning(noted: Partial<MessagesEditedPayload['readers']> = {}): MessagesEditedPayload {
  return {
    messageId: 7,
    messageIds: [7],
    userId: 2,
    editedAtSeconds: 100,
    isRenderingOnly: true,
    content: null,
    move: null,
    stream: { streamId: 1, streamName: 'design' },
    audience: { kind: 'stream', streamId: 1 },
    mentionedUserIds: [5],
    wildcardMentioned: true,
    alertWordUserIds: [5],
    readers: { unreadBy: [], starredBy: [], collapsedBy: [], historicalFor: [], ...noted },
  };
}

describe('messaging events on the wire', () => {
  it('tells a deleted draft to its owner alone', () => {
    expect(mapped(DraftRemoved, { userId: 5, draftId: 9 })).toEqual({
      audience: { kind: 'users', userIds: [5] },
      events: [{ type: 'drafts', op: 'remove', draft_id: 9 }],
    });
  });

  it('tells scheduled messages under wire names, the stream as one id', () => {
    const message = {
      scheduledMessageId: 3,
      type: 'stream' as const,
      to: [7],
      topic: 'logo',
      content: 'x',
      renderedContent: '<p>x</p>',
      deliverAtSeconds: 100,
      isFailed: false,
      failureReason: null,
    };
    expect(mapped(ScheduledMessagesAdded, { userId: 5, scheduledMessages: [message] }).events).toEqual([
      {
        type: 'scheduled_messages',
        op: 'add',
        scheduled_messages: [
          {
            scheduled_message_id: 3,
            type: 'stream',
            to: 7,
            topic: 'logo',
            content: 'x',
            rendered_content: '<p>x</p>',
            scheduled_delivery_timestamp: 100,
            failed: false,
          },
        ],
      },
    ]);
  });

  it('include the deprecated user of a reaction in addition to the id', () => {
    const reaction = { userId: 2, emojiName: 'tada', emojiCode: '1f389', reactionType: 'unicode_emoji' as const };
    const { audience, events } = mapped(ReactionAdded, {
      messageId: 4,
      reaction,
      user: { email: 'ben@x.io', fullName: 'Ben' },
      audience: { kind: 'stream', streamId: 7 },
    });
    expect(audience).toEqual({ kind: 'stream', streamId: 7 });
    expect(events).toEqual([
      {
        type: 'reaction',
        op: 'add',
        message_id: 4,
        user_id: 2,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
        user: { id: 2, user_id: 2, email: 'ben@x.io', full_name: 'Ben', is_mirror_dummy: false },
      },
    ]);
  });

  it('include the fields for counting messages as unread again', () => {
    const { events } = mapped(MessageFlagsChanged, {
      userId: 5,
      op: 'remove',
      flag: 'read',
      messageIds: [8, 9],
      all: false,
      details: [
        { messageId: 8, kind: 'stream', streamId: 7, topic: 'logo', isMentioned: true, isMuted: false },
        { messageId: 9, kind: 'direct', userIds: [2], isMentioned: false },
      ],
    });
    expect(events).toEqual([
      {
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages: [8, 9],
        all: false,
        message_details: {
          8: { type: 'stream', mentioned: true, stream_id: 7, topic: 'logo', unmuted_stream_msg: true },
          9: { type: 'private', user_ids: [2] },
        },
      },
    ]);
  });

  it('tells a deletion of three messages once, or thrice to clients that know no bulk form', () => {
    const deletion = {
      messageIds: [7, 8, 9],
      stream: { streamId: 1, topic: 'logo' },
      audience: { kind: 'stream', streamId: 1 } as const,
    };
    const place = { message_type: 'stream', stream_id: 1, topic: 'logo' };
    expect(mapped(MessagesDeleted, deletion).events).toEqual([
      { type: 'delete_message', message_ids: [7, 8, 9], ...place },
    ]);
    expect(mapped(MessagesDeleted, deletion, { bulkMessageDeletion: false }).events).toEqual(
      [7, 8, 9].map((id) => ({ type: 'delete_message', message_id: id, ...place })),
    );
  });

  it('include only the changed fields of an edit', () => {
    const edit: MessagesEditedPayload = {
      messageId: 7,
      messageIds: [7],
      userId: 2,
      editedAtSeconds: 100,
      isRenderingOnly: false,
      content: null,
      move: {
        previousStreamId: 1,
        previousStreamName: 'design',
        streamId: 1,
        previousTopic: 'logo',
        topic: 'logos',
        topicLinks: [],
        propagateMode: 'change_all',
      },
      stream: { streamId: 1, streamName: 'design' },
      audience: { kind: 'stream', streamId: 1 },
      mentionedUserIds: [5],
      wildcardMentioned: false,
      alertWordUserIds: [],
      readers: { unreadBy: [], starredBy: [], collapsedBy: [], historicalFor: [] },
    };
    expect(mapped(MessagesEdited, edit).events).toEqual([
      {
        type: 'update_message',
        user_id: 2,
        rendering_only: false,
        message_id: 7,
        message_ids: [7],
        flags: ['read', 'mentioned'],
        edit_timestamp: 100,
        stream_id: 1,
        stream_name: 'design',
        propagate_mode: 'change_all',
        orig_subject: 'logo',
        subject: 'logos',
        topic_links: [],
      },
    ]);
  });

  it('include no former content of a message that was only rendered again', () => {
    const content = {
      ...{ previousContent: 'x', previousRenderedContent: '<p>a</p>', previousRenderVersion: 3 },
      ...{ content: 'x', renderedContent: '<p>b</p>', isMeMessage: false },
    };
    const edit = { ...mentioning(), userId: null, isRenderingOnly: true, content, move: null };
    const [event] = mapped(MessagesEdited, edit).events;

    expect(event).toMatchObject({ user_id: null, rendering_only: true, content: 'x', rendered_content: '<p>b</p>' });
    expect(event).not.toHaveProperty('orig_content');
  });

  it.each([
    ['who has not read it', { unreadBy: [5] }, ['mentioned', 'wildcard_mentioned', 'has_alert_word']],
    [
      'who starred and collapsed it',
      { starredBy: [5], collapsedBy: [5] },
      ['read', 'starred', 'collapsed', 'mentioned', 'wildcard_mentioned', 'has_alert_word'],
    ],
    ['who did not get it when it was sent', { historicalFor: [5] }, ['read', 'historical']],
  ])('tells all flags of an edited message to one %s', (_, noted, flags) => {
    expect(mapped(MessagesEdited, mentioning(noted)).events[0]?.['flags']).toEqual(flags);
  });

  it.each<[string, Partial<MessagesEditedPayload>, string[]]>([
    ['that receives no messages', {}, ['read']],
    ['that receives other messages', { audience: { kind: 'users', userIds: [6] } }, ['read']],
    [
      'that received the message before its move',
      { audience: { kind: 'stream', streamId: 1, alsoUsers: { userIds: [5], exceptGuests: false } } },
      ['read', 'mentioned', 'wildcard_mentioned', 'has_alert_word'],
    ],
  ])('tells the flags of an edited message to a reader without a subscription: %s', (_, change, flags) => {
    const { events } = mapped(MessagesEdited, { ...mentioning(), ...change }, {}, onlooker);
    expect(events[0]?.['flags']).toEqual(flags);
  });

  it('tells a muted topic in the older form, then in the newer', () => {
    const { events } = mapped(UserTopicChanged, {
      userId: 5,
      userTopic: { streamId: 1, topic: 'logo', visibilityPolicy: 1, updatedAtSeconds: 100 },
      mutedTopics: [['design', 'logo', 100]],
    });
    expect(events).toEqual([
      { type: 'muted_topics', muted_topics: [['design', 'logo', 100]] },
      { type: 'user_topic', stream_id: 1, topic_name: 'logo', last_updated: 100, visibility_policy: 1 },
    ]);
  });

  it('publish typing in a stream to clients with the capability', () => {
    const sender = { userId: 1, email: 'a@example.com' };
    const stream = { streamId: 5 } as Stream;
    const typing = { op: 'start', sender, recipient: { kind: 'stream', stream, topic: 't' } } as const;

    expect(mapped(TypingChanged, typing)).toEqual({
      audience: { kind: 'stream', streamId: 5 },
      events: [
        {
          type: 'typing',
          op: 'start',
          message_type: 'stream',
          sender: { user_id: 1, email: 'a@example.com' },
          stream_id: 5,
          topic: 't',
        },
      ],
    });
    expect(mapped(TypingChanged, typing, { streamTypingNotifications: false }).events).toEqual([]);
  });

  it('tells typing in a conversation to its people', () => {
    const sender = { userId: 1, email: 'a@example.com' };
    const typing = { op: 'stop', sender, recipient: { kind: 'direct', participants: [sender] } } as const;

    expect(mapped(TypingChanged, typing)).toMatchObject({
      audience: { kind: 'users', userIds: [1] },
      events: [{ op: 'stop', message_type: 'private', recipients: [{ user_id: 1 }] }],
    });
  });
});
