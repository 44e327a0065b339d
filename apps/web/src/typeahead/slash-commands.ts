/** Beginnings of messages that the server reads. */
const OF_MESSAGES = ['me', 'poll', 'todo'] as const;
/** For the client of the writer: no message is sent. */
const OF_CLIENT = ['day', 'night', 'fixed-width', 'fluid-width', 'ping'] as const;

export type ClientCommand = (typeof OF_CLIENT)[number];
export const SLASH_COMMANDS = [...OF_MESSAGES, ...OF_CLIENT] as const;
export type SlashCommand = (typeof SLASH_COMMANDS)[number];

export const clientCommandIn = (text: string): ClientCommand | undefined =>
  OF_CLIENT.find((name) => text.trim() === `/${name}`);
