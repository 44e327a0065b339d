import { defaultStreamsState } from './default-streams/default-streams-state.js';
import { draftsState } from './drafts/drafts-state.js';
import { starredState } from './flags/starred-state.js';
import { unreadState } from './flags/unread-state.js';
import { conversationsState, maxMessageIdState } from './messages/messages-state.js';
import type { RegisterPart } from './register/register-part.js';
import { scheduledMessagesState } from './scheduled-messages/scheduled-messages-state.js';
import { streamsState } from './streams/streams-state.js';
import { subscriptionsState } from './subscriptions/subscriptions-state.js';
import { userTopicsState } from './user-topics/user-topics-state.js';

/** Every part of the state; a feature adds its own here. */
export const REGISTER_PARTS: readonly RegisterPart[] = [
  subscriptionsState,
  streamsState,
  defaultStreamsState,
  conversationsState,
  maxMessageIdState,
  draftsState,
  scheduledMessagesState,
  unreadState,
  starredState,
  userTopicsState,
];
