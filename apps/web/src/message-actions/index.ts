export { allowedActionsOn } from './allowed-actions-on.js';
export { markUnreadFrom, setFlag, toggleReaction } from './commands.js';
export { MessageDialogs } from './message-dialogs.js';
export { openAction } from './open-state.js';
export { type EmojiPicker, provideEmojiPicker } from './pick-reaction.js';
export { quoteAndReply } from './quote-and-reply.js';
