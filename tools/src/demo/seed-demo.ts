import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeJson } from '../supervisor/process-journal.js';
import type { System } from '../supervisor/system.js';
import { DemoClient } from './demo-client.js';
import type { DemoOrganization } from './organization.js';
import { CONVERSATIONS, PERSON_KEYS, type PersonKey } from './organization.js';
import { postConversations } from './post-conversations.js';

/** Result for the launcher. */
export interface SeededDemo {
  organization: DemoOrganization;
  /** Why the conversations are not complete; the next start goes on with them. */
  problem?: string;
}

/** Progress of the conversations, with the key of the account to which they belong. */
interface Progress {
  firstApiKey: string;
  done: number[];
}

/**
 * Makes the demo organization on first start and writes `<folder>/demo.json`, readable by oneself only: it holds keys.
 * Later starts keep it and bring only its address up to date. An interrupted one is completed.
 *
 * Rejects when the accounts cannot be made. Conversations that cannot be posted are no reason not to start.
 */
export async function seedDemo(system: System): Promise<SeededDemo> {
  const organization = await accountsOf(system);
  writeJson(join(system.folder, 'demo.json'), organization, 0o600);
  if (organization.users.length === 0) return { organization };
  try {
    await completeConversations(system, organization);
    return { organization };
  } catch (error) {
    return { organization, problem: (error as Error).message };
  }
}

async function accountsOf(system: System): Promise<DemoOrganization> {
  const known = readKnown(join(system.folder, 'demo.json'));
  const [first] = known?.users ?? [];
  // The file may be older than the database, if DATABASE_URL names another one today.
  if (known !== undefined && first !== undefined && (await new DemoClient(system.baseUrl, first).isKnown())) {
    return { ...known, base_url: system.baseUrl };
  }
  // Imported only when needed, because its imports take a third of a second.
  const { makeAccounts } = await import('./make-accounts.js');
  const accounts = await makeAccounts(system.redisUrl);
  return { base_url: system.baseUrl, users: accounts === undefined ? [] : PERSON_KEYS.map((key) => accounts[key]) };
}

function readKnown(path: string): DemoOrganization | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DemoOrganization) : undefined;
}

async function completeConversations(system: System, { users }: DemoOrganization): Promise<void> {
  const path = join(system.folder, 'run', 'demo-progress.json');
  const firstApiKey = users[0]!.api_key;
  const progress = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Progress) : undefined;
  const done = new Set(progress?.firstApiKey === firstApiKey ? progress.done : []);
  if (done.size === CONVERSATIONS.length) return;
  const accounts = Object.fromEntries(PERSON_KEYS.map((key, index) => [key, users[index]!])) as Record<
    PersonKey,
    (typeof users)[number]
  >;
  await postConversations({
    baseUrl: system.baseUrl,
    accounts,
    conversations: CONVERSATIONS,
    done,
    onDone: () => writeJson(path, { firstApiKey, done: [...done] } satisfies Progress, 0o600),
  });
}
