export { allowedActionsOn } from './allowed-actions-on.js';
export { markUnreadFrom, react, setFlag, toggleReaction } from './commands.js';
export { type EditDraft, editDrafts, removeEdit } from './edit-drafts.js';
export { THUMBS_UP } from './frequent-reaction.js';
export { MessageDialogs } from './message-dialogs.js';
export { openAction, reopenEdit } from './open-state.js';
export { type EmojiPicker, provideEmojiPicker } from './pick-reaction.js';
export { quoteAndReply } from './quote-and-reply.js';
