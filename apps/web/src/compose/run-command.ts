import type { ApiClient } from '@chat/chat-client';
import type { TextKey, TextValues } from '../languages/index.js';
import type { ClientCommand } from '../typeahead/index.js';

export interface CommandReply {
  readonly key: TextKey;
  readonly values?: TextValues;
}

/** The server changes the setting, and its event brings it to every window. */
export async function runCommand(
  api: ApiClient,
  name: ClientCommand,
  now = () => performance.now(),
): Promise<CommandReply> {
  const before = now();
  await api.post('/zcommand', { command: `/${name}` });
  if (name !== 'ping') return { key: REPLIES[name] };
  return { key: 'command.ping_done', values: { ms: Math.round(now() - before) } };
}

const REPLIES = {
  day: 'command.day_done',
  night: 'command.night_done',
  'fixed-width': 'command.fixed_width_done',
  'fluid-width': 'command.fluid_width_done',
} as const;
