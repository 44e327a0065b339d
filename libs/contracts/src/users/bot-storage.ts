import { ArrayMaxSize, IsArray, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** Keys and values of one account together, in characters. Source: limits of the reference server. */
export const MAX_BOT_STORAGE_CHARACTERS = 10_000_000;
export const MAX_BOT_STORAGE_KEY_LENGTH = 500;
/** Keys named in one request. */
export const MAX_BOT_STORAGE_KEYS = 10_000;

/**
 * Request: store values under keys, all or none; what a key had before is replaced. Every account has a storage of its own,
 * which is what bots keep their state in.
 * Errors (BAD_REQUEST): more than MAX_BOT_STORAGE_CHARACTERS afterwards; a key that is too long; too many keys.
 */
export class PutBotStorage extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.bot_storage.put';

  @IsObject() actor!: Principal;
  @IsObject() storage!: Readonly<Record<string, string>>;
}

export interface BotStorage {
  readonly storage: Readonly<Record<string, string>>;
}

/** Request: the values of some keys, or of all. Errors (BAD_REQUEST): "Key does not exist." */
export class GetBotStorage extends ServiceRequest<BotStorage> {
  static readonly pattern = 'users.bot_storage.get';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_BOT_STORAGE_KEYS)
  @IsString({ each: true })
  @MaxLength(MAX_BOT_STORAGE_KEY_LENGTH, { each: true })
  keys?: readonly string[];
}

/** Request: forget some keys, all of them or none; or everything. Errors (BAD_REQUEST): "Key does not exist." */
export class DeleteBotStorage extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.bot_storage.delete';

  @IsObject() actor!: Principal;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_BOT_STORAGE_KEYS)
  @IsString({ each: true })
  @MaxLength(MAX_BOT_STORAGE_KEY_LENGTH, { each: true })
  keys?: readonly string[];
}
