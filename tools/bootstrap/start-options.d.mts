export const MAX_REPLICAS: number;
export const DEFAULT_PORT: number;
export const DEFAULT_MAIL_PORT: number;
export const USAGE: string;

/** What `npm start` was asked for. */
export interface StartOptions {
  help: boolean;
  /** Runs an OpenID Connect provider, too, with the people of the demo organization. */
  withProvider: boolean;
  scale: Record<string, number>;
  port: number;
  host: string;
  /** Where mails are shown; another one when it is taken. */
  mailPort: number;
}

/** The command line or the environment asks for something that does not exist; the message says what to write. */
export class UsageError extends Error {}

export function parseStartOptions(args: readonly string[], env: Record<string, string | undefined>): StartOptions;
