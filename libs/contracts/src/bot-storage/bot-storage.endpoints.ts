import { endpoint } from '../kit/endpoint.js';
import { BotStorage, BotStorageKeys } from './bot-storage.schema.js';

/**
 * Stores all texts or none; a new value replaces the former one. Error (BAD_REQUEST): more than MAX_BOT_STORAGE_CHARACTERS in
 * total.
 */
export const putBotStorage = endpoint('PUT /bot_storage', {
  pattern: 'users.bot_storage.put',
  summary: 'Store texts under keys',
  description: 'Every account has a storage of its own; bots store their state there.',
  parameters: BotStorage,
  /** Several requests may fill a storage; one form-encoded request holds this much. */
  maxBodyBytes: 12 * 1024 * 1024,
});

/** Error (BAD_REQUEST): "Key does not exist." */
export const getBotStorage = endpoint('GET /bot_storage', {
  pattern: 'users.bot_storage.get',
  summary: 'Get stored texts',
  parameters: BotStorageKeys,
  example: { keys: ['counter'] },
  response: BotStorage,
});

/** Deletes all keys or none. Error (BAD_REQUEST): "Key does not exist." */
export const deleteBotStorage = endpoint('DELETE /bot_storage', {
  pattern: 'users.bot_storage.delete',
  summary: 'Delete stored texts',
  parameters: BotStorageKeys,
  example: { keys: ['counter'] },
});
