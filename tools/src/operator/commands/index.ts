import type { Command } from '../command.js';
import { backupStatusCommand } from './backup-status.js';
import { botCommands } from './bots.js';
import { directoryCommands } from './directory.js';
import { filesCommands } from './files.js';
import { moveFilesCommands } from './move-files.js';
import { populateCommand } from './populate.js';
import { realmCommands } from './realms.js';
import { userCommands } from './users.js';

/** Everything that operators can do, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  ...realmCommands,
  ...userCommands,
  ...directoryCommands,
  ...botCommands,
  ...filesCommands,
  ...moveFilesCommands,
  backupStatusCommand,
  populateCommand,
];
