import type { ChatClient, Message } from '@chat/chat-client';
import { type ActionRules, type AllowedActions, allowedActions } from './permissions.js';

/** As of now: limits of time pass without an event. */
export function allowedActionsOn({ state }: ChatClient, message: Message): AllowedActions {
  const users = state.records('realm_users');
  const userId = state.field('user_id') as number;
  const own = users.get(userId);
  const sender = users.get(message.sender_id);
  const actor = {
    userId,
    role: own?.role ?? 600,
    joinedAt: own === undefined ? 0 : Date.parse(own.date_joined) / 1000,
  };
  const rules = Object.fromEntries(RULES.map((name) => [name, state.field(name)])) as unknown as ActionRules;
  const acted = {
    senderId: message.sender_id,
    senderOwnerId: sender?.bot_owner_id ?? null,
    timestamp: message.timestamp,
    isInStream: message.stream_id !== undefined,
    isWidget: message.submessages.length > 0,
  };
  return allowedActions(actor, acted, rules, Date.now() / 1000);
}

const RULES = [
  'realm_allow_message_editing',
  'realm_message_content_edit_limit_seconds',
  'realm_edit_topic_policy',
  'realm_move_messages_within_stream_limit_seconds',
  'realm_move_messages_between_streams_policy',
  'realm_move_messages_between_streams_limit_seconds',
  'realm_delete_own_message_policy',
  'realm_message_content_delete_limit_seconds',
  'realm_waiting_period_threshold',
] as const satisfies readonly (keyof ActionRules)[];
