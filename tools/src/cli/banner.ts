import { relative } from 'node:path';
import type { DemoOrganization } from '../demo/organization.js';
import type { System } from '../supervisor/system.js';
import type { DemoProvider } from './demo-provider.js';

const ROLE_NAMES: Record<number, string> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};

interface Started {
  system: System;
  demo: DemoOrganization;
  /** Where mails can be read; undefined when they are really sent. */
  mailUrl: string | undefined;
  /** Undefined without `--with-provider`. */
  provider: DemoProvider | undefined;
  startMs: number;
}

/** The text of it: the addresses, the accounts, where mails and logs are. */
export function banner({ system, demo, mailUrl, provider, startMs }: Started): string {
  const counts = new Map<string, number>();
  for (const { service } of system.list()) counts.set(service, (counts.get(service) ?? 0) + 1);
  const replicas = [...counts].map(([service, count]) => (count === 1 ? service : `${service} x${count}`));
  const width = Math.max(0, ...demo.users.map((user) => user.email.length));
  const accounts = demo.users
    .filter((user) => !user.is_bot)
    .map((user) => `  ${user.email.padEnd(width)}  ${user.password}  ${ROLE_NAMES[user.role] ?? user.role}`);
  const folder = relative(process.cwd(), system.folder) || system.folder;
  return [
    '',
    `Ready in ${(startMs / 1000).toFixed(1)} s: ${system.baseUrl}`,
    `  client: ${system.baseUrl}/   sign in with an account below`,
    `  API: ${system.baseUrl}/api/v1   described at ${system.baseUrl}/api/v1/docs`,
    `  running: ${replicas.join(', ')}`,
    ...(mailUrl === undefined ? [] : [`  mail: ${mailUrl}`]),
    ...(provider === undefined
      ? []
      : [`  provider: ${provider.server.issuer}   sign in at ${system.baseUrl}/login/ as ${provider.person}`]),
    ...(demo.bots.length === 0
      ? []
      : [`  webhook bots: ${demo.bots.map((bot) => bot.full_name).join(', ')}   examples: README.md`]),
    `  logs: ${folder}/logs   processes: ${folder}/processes.json   API keys: ${folder}/demo.json`,
    ...(accounts.length === 0 ? [] : ['', 'Demo accounts (password, role):', ...accounts]),
    '',
    'Ctrl-C stops everything and keeps the data.',
    '',
  ].join('\n');
}
