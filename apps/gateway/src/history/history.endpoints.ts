import { MAX_MESSAGES_PER_FETCH } from '@chat/contracts';
import { boolean, count, endpoint, id, list } from '../http/index.js';
import { anchorParameter } from './anchor.parameter.js';
import { narrowParameter } from './narrow.parameter.js';

export const getMessagesEndpoint = endpoint({
  method: 'GET',
  path: '/messages',
  access: 'user-or-spectator',
  summary: 'Get a page of messages',
  parameters: {
    anchor: anchorParameter.optional(),
    include_anchor: boolean().default(true),
    num_before: count(),
    num_after: count(),
    narrow: narrowParameter.default([]),
    client_extavatar: boolean().default(true),
    apply_markdown: boolean().default(true),
    use_first_unread_anchor: boolean().default(false).deprecate(),
  },
});

export const matchMessagesEndpoint = endpoint({
  method: 'GET',
  path: '/messages/matches_narrow',
  access: 'user',
  summary: 'Tell which of some messages meet a narrow',
  parameters: {
    msg_ids: list(id(), { maxItems: MAX_MESSAGES_PER_FETCH }),
    narrow: narrowParameter,
  },
});
