import { describe, expect, it } from '@jest/globals';
import { type ActedMessage, type ActionRules, type Actor, allowedActions } from './permissions.js';

const now = 1_000_000;
const member: Actor = { userId: 7, role: 400, joinedAt: 0 };
const own: ActedMessage = { senderId: 7, senderOwnerId: null, timestamp: now - 60, isInStream: true, isWidget: false };
const rules: ActionRules = {
  realm_allow_message_editing: true,
  realm_message_content_edit_limit_seconds: 600,
  realm_edit_topic_policy: 5,
  realm_move_messages_within_stream_limit_seconds: 3_600,
  realm_move_messages_between_streams_policy: 2,
  realm_move_messages_between_streams_limit_seconds: 3_600,
  realm_delete_own_message_policy: 5,
  realm_message_content_delete_limit_seconds: 600,
  realm_waiting_period_threshold: 3,
};
const old = { ...own, timestamp: now - 4_000 };
const foreign = { ...own, senderId: 8 };
const nothing = { canEdit: false, canMove: false, canDelete: false };

describe('actions that are offered', () => {
  it('a young own message can be edited, moved and deleted', () => {
    expect(allowedActions(member, own, rules, now)).toEqual({ canEdit: true, canMove: true, canDelete: true });
  });

  it('an old one cannot, except by moderators and administrators as far as they may', () => {
    expect(allowedActions(member, old, rules, now)).toEqual(nothing);
    expect(allowedActions({ ...member, role: 300 }, old, rules, now)).toEqual({ ...nothing, canMove: true });
    expect(allowedActions({ ...member, role: 200 }, old, rules, now)).toMatchObject({ canMove: true, canDelete: true });
  });

  it('no limit is for ever', () => {
    const unlimited = { ...rules, realm_message_content_edit_limit_seconds: null };

    expect(allowedActions(member, old, unlimited, now).canEdit).toBe(true);
  });

  it('a message of another person can be moved at most', () => {
    expect(allowedActions(member, foreign, rules, now)).toEqual({ ...nothing, canMove: true });
    expect(allowedActions({ ...member, role: 100 }, foreign, rules, now)).toMatchObject({
      canEdit: false,
      canDelete: true,
    });
  });

  it('the message of a bot belongs to its owner', () => {
    expect(allowedActions(member, { ...foreign, senderOwnerId: 7 }, rules, now)).toMatchObject({
      canDelete: true,
      canEdit: false,
    });
  });

  it('a widget keeps its content', () => {
    expect(allowedActions(member, { ...own, isWidget: true }, rules, now)).toMatchObject({
      canEdit: false,
      canMove: true,
    });
  });

  it('a direct message cannot be moved', () => {
    expect(allowedActions(member, { ...own, isInStream: false }, rules, now).canMove).toBe(false);
  });

  it.each([
    [1, 400, true],
    [1, 600, false],
    [2, 300, false],
    [2, 200, true],
    [4, 300, true],
    [4, 400, false],
    [5, 600, true],
    [6, 100, false],
    [7, 100, true],
    [7, 200, false],
  ])('policy %d for role %d: %s', (policy, role, isAllowed) => {
    const changed = { ...rules, realm_edit_topic_policy: policy, realm_move_messages_between_streams_policy: 6 };

    expect(allowedActions({ ...member, role }, foreign, changed, now).canMove).toBe(isAllowed);
  });

  it('full members have waited', () => {
    const full = { ...rules, realm_edit_topic_policy: 3, realm_move_messages_between_streams_policy: 6 };

    expect(allowedActions(member, foreign, full, now).canMove).toBe(true);
    expect(allowedActions({ ...member, joinedAt: now - 100 }, foreign, full, now).canMove).toBe(false);
  });

  it('editing can be off', () => {
    expect(allowedActions(member, own, { ...rules, realm_allow_message_editing: false }, now).canEdit).toBe(false);
  });
});
