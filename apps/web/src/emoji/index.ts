export { EmojiButton } from './emoji-button.js';
export { allEmoji, type EmojiChoice } from './emoji-data.js';
export { ReactionPicker } from './reaction-picker.js';
