export { type Completed, complete, type Suggestion } from './completion.js';
export { MAX_SUGGESTIONS, nearest, type SearchedItem, searched } from './nearest.js';
export { type ClientCommand, clientCommandIn, SLASH_COMMANDS, type SlashCommand } from './slash-commands.js';
export { type Trigger, triggerAt } from './trigger.js';
