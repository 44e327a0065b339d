export { type Command, type CommandHandler, runCommand } from './commands.js';
export { heldKeys } from './held-keys.js';
export { keySigns } from './key-name.js';
export { SHORTCUT_GROUPS, SHORTCUTS } from './shortcuts.js';
export { areSingleKeysOn, setSingleKeys } from './single-keys.js';
export { useCommand } from './use-command.js';
export { LoadingPart, useHeldKeys } from './use-held-keys.js';
export { useShortcuts } from './use-shortcuts.js';
