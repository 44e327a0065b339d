import {
  addReaction,
  deleteMessage,
  deleteTopic,
  getMessageHistory,
  getMessages,
  type MessagesEditedPayload,
  type Principal,
  updateMessageFlags,
} from '@chat/contracts';
import { RENDER_VERSION } from '@chat/markdown';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startEditScene } from '../testing/edit-scene.js';

const { messaging, admin, ana, ben, cleo, design, send, edit, refused, show, lastEvent, makeOlder } =
  await startEditScene();
afterAll(() => messaging.close());

describe('editing content', () => {
  it('replaces the content, keeps the former one in the history, and publishes it to the readers', async () => {
    const messageId = await send(design);

    await edit(ana, messageId, { content: 'second, @**Ben**' });
    await edit(ana, messageId, { content: '  ' });

    const at = expect.any(Number);
    expect(await show(messageId)).toMatchObject({
      content: '(deleted)',
      last_edit_timestamp: at,
      edit_history: [
        {
          user_id: ana.userId,
          timestamp: at,
          prev_content: 'second, @**Ben**',
          prev_rendered_content: expect.stringContaining('user-mention'),
          prev_rendered_content_version: RENDER_VERSION,
        },
        {
          user_id: ana.userId,
          timestamp: at,
          prev_content: 'first',
          prev_rendered_content: '<p>first</p>',
          prev_rendered_content_version: RENDER_VERSION,
        },
      ],
    });
    const edits = (await messaging.events()).filter(({ type }) => type === 'messaging.messages_edited');
    expect(edits[0]?.payload).toMatchObject({
      messageId,
      messageIds: [messageId],
      userId: ana.userId,
      content: { previousContent: 'first', content: 'second, @**Ben**' },
      move: null,
      stream: { streamId: design, streamName: 'design' },
      audience: { kind: 'stream', streamId: design },
      mentionedUserIds: [ben.userId],
    });
    const { message_history: history } = await messaging.call(getMessageHistory, ben, { messageId });
    expect(history.map((version) => version.content)).toEqual(['first', 'second, @**Ben**', '(deleted)']);
    expect(history[0]).toMatchObject({ topic: 'logo', user_id: ana.userId, rendered_content: '<p>first</p>' });
    expect(history[0]).not.toHaveProperty('content_html_diff');
    expect(history[1]).toMatchObject({
      prev_content: 'first',
      content: 'second, @**Ben**',
      content_html_diff: expect.stringContaining('<span class="highlight_text_deleted">first</span>'),
    });
  });

  it('is allowed to the sender only, within the time limit, if the realm allows it', async () => {
    const messageId = await send(design);

    expect(await refused(ben, messageId, { content: 'x' })).toBe("You don't have permission to edit this message");
    expect(await refused(admin, messageId, { content: 'x' })).toBe("You don't have permission to edit this message");
    await messaging.changeRealm({ allowMessageEditing: false });
    expect(await refused(ana, messageId, { content: 'x' })).toBe('Your organization has turned off message editing');
    await messaging.changeRealm({ allowMessageEditing: true });
    await makeOlder(messageId, 700);
    expect(await refused(ana, messageId, { content: 'x' })).toBe('The time limit for editing this message has passed');
    await messaging.changeRealm({ messageContentEditLimitSeconds: null });
    await edit(ana, messageId, { content: 'x' });
    await messaging.changeRealm({ messageContentEditLimitSeconds: 600 });
    expect(await show(messageId)).toMatchObject({ content: 'x' });
  });

  it('works in a direct conversation', async () => {
    const messageId = await send([ben.userId]);

    await edit(ana, messageId, { content: 'better' });

    expect((await lastEvent<MessagesEditedPayload>('messages_edited')).audience).toEqual({
      kind: 'users',
      userIds: [ana.userId, ben.userId],
    });
    expect(await refused(ana, messageId, { topic: 'x' })).toBe('Direct messages cannot have topics.');
    expect(await refused(ana, messageId, { streamId: design })).toBe('Direct messages cannot be moved to streams.');
    expect(await refused(cleo, messageId, { content: 'x' })).toBe('Invalid message(s)');
  });

  it.each([
    [{}, 'Nothing to change'],
    [{ topic: 'logo' }, 'Nothing to change'],
    [{ content: 'x', propagateMode: 'change_all' as const }, 'Invalid propagate_mode without topic edit'],
    [{ topic: ' ' }, "Topic can't be empty!"],
    [{ topic: 'a\u0007' }, 'Invalid character in topic, at position 2!'],
    [{ content: 'a\0' }, 'Message must not contain null bytes'],
    [{ streamId: 9_999 }, 'Invalid stream ID'],
    [{ content: 'x', streamId: 0 }, 'Cannot change message content while changing stream'],
  ])('refuses %j', async (fields, message) => {
    const messageId = await send(design);
    expect(await refused(ana, messageId, fields)).toBe(message);
    expect(await show(messageId)).not.toHaveProperty('edit_history');
  });
});

describe('deleting', () => {
  it('deletes the message with flags and reactions, and publishes the deletion', async () => {
    const messageId = await send(design, { topic: 'gone' });
    await messaging.call(addReaction, ben, { messageId, emojiName: 'tada' });
    await messaging.call(updateMessageFlags, ben, { messageIds: [messageId], op: 'add', flag: 'starred' });
    expect(await messaging.callError(deleteMessage, ana, { messageId })).toBe(
      "You don't have permission to delete this message",
    );
    await messaging.changeRealm({ deleteOwnMessagePolicy: 5 });
    expect(await messaging.callError(deleteMessage, ben, { messageId })).toBe(
      "You don't have permission to delete this message",
    );

    await messaging.call(deleteMessage, ana, { messageId });

    expect(await messaging.callError(deleteMessage, admin, { messageId })).toBe('Invalid message(s)');
    const { rows } = await messaging.sql.query(
      'SELECT message_id FROM reactions WHERE message_id = $1 UNION ALL SELECT message_id FROM message_flags WHERE message_id = $1',
      [messageId],
    );
    expect(rows).toEqual([]);
    expect(await lastEvent('messages_deleted')).toEqual({
      messageIds: [messageId],
      stream: { streamId: design, topic: 'gone' },
      audience: { kind: 'stream', streamId: design },
    });
  });

  it('has a time limit, but not for administrators', async () => {
    const messageId = await send(design, { topic: 'old' });
    await makeOlder(messageId, 700);
    expect(await messaging.callError(deleteMessage, ana, { messageId })).toBe(
      'The time limit for deleting this message has passed',
    );
    await messaging.call(deleteMessage, admin, { messageId });
  });

  it('of a topic is allowed to administrators, and leaves other topics', async () => {
    const ids = [await send(design, { topic: 'Junk' }), await send(design, { topic: 'junk' })];
    const other = await send(design, { topic: 'gold' });
    expect(await messaging.callError(deleteTopic, ana, { streamId: design, topicName: 'junk' })).toBe(
      'Must be an organization administrator',
    );

    expect(await messaging.call(deleteTopic, admin, { streamId: design, topicName: 'junk' })).toEqual({
      is_complete: true,
    });

    for (const id of ids) await expect(show(id)).rejects.toThrow('Invalid message(s)');
    expect(await show(other)).toMatchObject({ id: other });
  });
});

describe('a wildcard mention in a direct message', () => {
  it('mentions all participants until an edit removes it', async () => {
    const messageId = await send([ben.userId, cleo.userId], { content: 'hey @**all**' });
    const unreadMentions = async () => {
      const state = await messaging.registerState(ben, ['message', 'update_message_flags']);
      return (state['unread_msgs'] as { mentions: number[] }).mentions;
    };
    const mentioned = async (actor: Principal) => {
      const page = { anchor: 'newest', includeAnchor: true, numBefore: 100, numAfter: 0 } as const;
      const shown = { applyMarkdown: true, clientExtavatar: true };
      const narrow = [['is', 'mentioned']];
      const found = await messaging.call(getMessages, actor, { ...page, ...shown, narrow });
      return found.messages.map((message) => message.id);
    };
    for (const actor of [ben, cleo]) {
      expect((await show(messageId, actor))['flags']).toEqual(['wildcard_mentioned']);
      expect(await mentioned(actor)).toContain(messageId);
    }
    expect(await unreadMentions()).toContain(messageId);

    await edit(ana, messageId, { content: 'hey @_**all**' });
    expect((await show(messageId, ben))['flags']).toEqual([]);
    expect(await mentioned(ben)).not.toContain(messageId);
    expect(await unreadMentions()).not.toContain(messageId);

    await edit(ana, messageId, { content: '@**everyone**' });
    expect((await show(messageId, ben))['flags']).toEqual(['wildcard_mentioned']);
    expect(await mentioned(ana)).toContain(messageId);
    expect(await unreadMentions()).toContain(messageId);
  });
});
