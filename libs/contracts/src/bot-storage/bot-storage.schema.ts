import { badRequest } from '../errors/api-errors.js';
import { Field, ListOf } from '../kit/fields.js';
import { isLongerThan, mapOf, refined, text } from '../kit/types/index.js';

/** Characters of all keys and values of one account. */
export const MAX_BOT_STORAGE_CHARACTERS = 10_000_000;
export const MAX_BOT_STORAGE_KEY_LENGTH = 500;

const textsByKey = refined(mapOf(text()), (storage, name) => {
  if (Object.keys(storage).some((key) => isLongerThan(MAX_BOT_STORAGE_KEY_LENGTH, key))) {
    throw badRequest(`${name} has a key that is too long (limit: ${MAX_BOT_STORAGE_KEY_LENGTH} characters)`);
  }
});

/** Parameters of PUT /bot_storage and response of GET: texts by key. A key has at most 500 characters. */
export class BotStorage {
  @Field(textsByKey, { description: 'Texts by key.' }) storage!: Readonly<Record<string, string>>;
}

/** Parameters of GET and DELETE /bot_storage: at most 10,000 keys. */
export class BotStorageKeys {
  @ListOf(text({ max: MAX_BOT_STORAGE_KEY_LENGTH }), { max: 10_000, optional: true, description: 'All when left out.' })
  keys?: readonly string[];
}
