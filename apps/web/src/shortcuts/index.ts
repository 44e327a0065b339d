export { type Command, type CommandHandler, runCommand } from './commands.js';
export { keySigns } from './key-name.js';
export { SHORTCUT_GROUPS, SHORTCUTS } from './shortcuts.js';
export { areSingleKeysOn, setSingleKeys } from './single-keys.js';
export { useCommand } from './use-command.js';
export { useShortcuts } from './use-shortcuts.js';
