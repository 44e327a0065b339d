import {
  DeleteBotStorage,
  GetBotStorage,
  MAX_BOT_STORAGE_KEY_LENGTH,
  MAX_BOT_STORAGE_KEYS,
  PutBotStorage,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, endpoint, list, record, text } from '../http/index.js';

/** A bot may fill its storage in several requests; one holds this much, encoded as a form. */
const MAX_BODY_BYTES = 12 * 1024 * 1024;

const keys = list(text({ maxLength: MAX_BOT_STORAGE_KEY_LENGTH }), { maxItems: MAX_BOT_STORAGE_KEYS }).optional();

export const putBotStorageEndpoint = endpoint({
  method: 'PUT',
  path: '/bot_storage',
  access: 'user',
  summary: 'Store texts under keys',
  description: 'Every account has a storage of its own, which is what bots keep their state in.',
  parameters: { storage: record(text()).describe('Texts by key.') },
  maxBodyBytes: MAX_BODY_BYTES,
});

export const getBotStorageEndpoint = endpoint({
  method: 'GET',
  path: '/bot_storage',
  access: 'user',
  summary: 'Stored texts',
  parameters: { keys: keys.describe('All when left out.') },
});

export const deleteBotStorageEndpoint = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  access: 'user',
  summary: 'Forget stored texts',
  parameters: { keys: keys.describe('All when left out.') },
});

@Controller()
export class BotStorageController {
  @Endpoint(putBotStorageEndpoint)
  put(call: Call<typeof putBotStorageEndpoint>) {
    return call.request(PutBotStorage, { actor: call.principal, storage: call.parameters.storage });
  }

  @Endpoint(getBotStorageEndpoint)
  get(call: Call<typeof getBotStorageEndpoint>) {
    return call.requestText(GetBotStorage, { actor: call.principal, keys: call.parameters.keys });
  }

  @Endpoint(deleteBotStorageEndpoint)
  delete(call: Call<typeof deleteBotStorageEndpoint>) {
    return call.request(DeleteBotStorage, { actor: call.principal, keys: call.parameters.keys });
  }
}

@Module({ controllers: [BotStorageController] })
export class BotStorageModule {}
