import { editMessage, getMessage, type MessageView, type Principal, renderMessage } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendDirect, sendToStream, subscribe } from '../../testing/requests.js';
import { TestMessaging } from '../../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  messaging.rendering = {
    linkifiers: [{ id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://issues.example.com/{id}' }],
    emoji: [],
    playgrounds: [],
  };
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben', emailAddressVisibility: 4, email: 'user3@hidden.example.com' });
  await subscribe(messaging, ana, ['design'], { principals: [ana.userId, ben.userId] });
}, 60_000);
afterAll(() => messaging?.close());

const get = (actor: Principal, messageId: number, options: Partial<MessageView> = {}) =>
  messaging.call(getMessage, actor, { messageId, applyMarkdown: true, clientExtavatar: true, ...options });

describe('one message', () => {
  it('has every field of a stream message', async () => {
    const id = await sendToStream(messaging, ben, 'design', 'fix #12', '@**Ana** *look*', {
      clientName: 'ZulipMobile',
    });

    const { message, raw_content } = await get(ana, id);

    expect(raw_content).toBe('@**Ana** *look*');
    expect(message).toEqual({
      id,
      type: 'stream',
      sender_id: ben.userId,
      sender_email: 'user3@hidden.example.com',
      sender_full_name: 'Ben',
      sender_realm_str: 'test',
      avatar_url: expect.stringContaining('?d=identicon'),
      client: 'ZulipMobile',
      content: `<p><span class="user-mention" data-user-id="${ana.userId}">@Ana</span> <em>look</em></p>`,
      content_type: 'text/html',
      display_recipient: 'design',
      recipient_id: expect.any(Number),
      stream_id: expect.any(Number),
      subject: 'fix #12',
      topic_links: [{ text: '#12', url: 'https://issues.example.com/12' }],
      is_me_message: false,
      timestamp: expect.any(Number),
      reactions: [],
      submessages: [],
      flags: ['mentioned'],
    });
    expect((await get(ben, id)).message).toMatchObject({ flags: ['read'], avatar_url: null });
    expect((await get(ana, id, { applyMarkdown: false })).message).toMatchObject({
      content: '@**Ana** *look*',
      content_type: 'text/x-markdown',
    });
  });

  it('names the participants of a direct message', async () => {
    const id = await sendDirect(messaging, ana, [ben.userId], '/me waves');

    const { message } = await get(ben, id);

    expect(message).toMatchObject({
      type: 'private',
      subject: '',
      is_me_message: true,
      display_recipient: [
        { id: ana.userId, email: ana.email, full_name: 'Ana', is_mirror_dummy: false },
        { id: ben.userId, full_name: 'Ben' },
      ],
    });
    expect(message).not.toHaveProperty('stream_id');
  });

  it('has the same version in both forms during an edit', async () => {
    const id = await sendToStream(messaging, ana, 'design', 't', 'version 0');
    const edit = { messageId: id, propagateMode: 'change_one' } as const;
    const notices = { sendNotificationToOldThread: false, sendNotificationToNewThread: false };
    let isEditing = true;
    const editing = (async () => {
      for (let n = 1; n <= 100; n++)
        await messaging.call(editMessage, ana, { ...edit, ...notices, content: `version ${n}` });
      isEditing = false;
    })();

    while (isEditing) {
      const { message, raw_content } = await get(ben, id);
      expect(message['content']).toBe(`<p>${raw_content}</p>`);
    }
    await editing;
  });

  it('from before the subscription is historical and read', async () => {
    const late = await messaging.addUser();
    const id = await sendToStream(messaging, ana, 'design', 't', '@**all** hello');
    await subscribe(messaging, ana, ['design'], { principals: [late.userId] });

    expect((await get(late, id)).message).toMatchObject({ flags: ['read', 'historical'] });
  });
});

describe('rendering', () => {
  it('shows the HTML of a message without sending it', async () => {
    expect(await messaging.call(renderMessage, ana, { content: '**x** #7' })).toEqual({
      rendered: '<p><strong>x</strong> <a href="https://issues.example.com/7">#7</a></p>',
    });
    expect(await messaging.callError(renderMessage, ana, { content: ' ' })).toBe('Message must not be empty');
  });
});
