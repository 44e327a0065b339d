import type { Command } from '../command.js';
import { changeBotOwner, createBot } from './bots.js';
import { populateCommand } from './populate.js';
import { createRealm, deactivateRealm, listRealms, reactivateRealm } from './realms.js';
import {
  changeRights,
  changeRole,
  createUser,
  deactivateUser,
  listUsers,
  reactivateUser,
  resetPassword,
} from './users.js';

/** Everything that operators can do, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  createRealm,
  listRealms,
  deactivateRealm,
  reactivateRealm,
  createUser,
  listUsers,
  changeRole,
  changeRights,
  resetPassword,
  deactivateUser,
  reactivateUser,
  createBot,
  changeBotOwner,
  populateCommand,
];
