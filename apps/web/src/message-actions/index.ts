export { MessageDialogs } from './message-dialogs.js';
export { type EmojiPicker, provideEmojiPicker } from './pick-reaction.js';
export { QUOTE, type Quotation } from './quote-and-reply.js';
