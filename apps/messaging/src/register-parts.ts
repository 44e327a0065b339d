import { defaultStreamsState } from './default-streams/default-streams.register.js';
import { draftsState } from './drafts/drafts.register.js';
import { starredState, unreadState } from './message-flags/message-flags.register.js';
import { conversationsState, maxMessageIdState } from './messages/messages.register.js';
import type { RegisterPart } from './register/register-part.js';
import { scheduledMessagesState } from './scheduled-messages/scheduled-messages.register.js';
import { streamsState } from './streams/streams.register.js';
import { subscriptionsState } from './subscriptions/subscriptions.register.js';
import { userTopicsState } from './user-topics/user-topics.register.js';

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
