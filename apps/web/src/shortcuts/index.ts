export { type Command, type CommandHandler, runCommand } from './commands.js';
export { keySigns } from './key-name.js';
export { useCommand } from './use-command.js';
export { useShortcuts } from './use-shortcuts.js';
