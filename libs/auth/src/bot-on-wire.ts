import { type DirectoryUser, isAdministrator } from '@chat/contracts';
import { avatarUrl } from './avatar-url.js';
import type { AccountReader } from './delivery-email.js';

/** A bot as its owner and administrators see it, in register and `realm_bot` events. Source: reference shapes, "Bot". */
export interface WireBot {
  readonly user_id: number;
  readonly full_name: string;
  readonly api_key: string;
  readonly default_sending_stream: null;
  readonly default_events_register_stream: null;
  readonly default_all_public_streams: boolean;
  readonly avatar_url: string;
  readonly owner_id: number | null;
  readonly services: readonly object[];
  readonly email: string;
  readonly bot_type: number | null;
  readonly is_active: boolean;
}

/** Whether the reader is told of the bot, its key included. */
export const seesBotKey = (
  reader: { readonly userId: number; readonly role: DirectoryUser['role'] },
  ownerId: number | null | undefined,
): boolean => isAdministrator(reader.role) || reader.userId === ownerId;

export const botOnWire = (bot: DirectoryUser, reader: AccountReader, apiKey: string): WireBot => ({
  user_id: bot.userId,
  full_name: bot.fullName,
  api_key: apiKey,
  // Bots here have no streams of their own, and no services that they call.
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
  avatar_url: avatarUrl(reader, bot),
  owner_id: bot.botOwnerId,
  services: [],
  email: bot.email,
  bot_type: bot.botType,
  is_active: bot.isActive,
});
