import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeJson } from '../supervisor/process-journal.js';
import type { System } from '../supervisor/system.js';
import type { AnsweringProgram } from './answering-program.js';
import { DemoClient } from './demo-client.js';
import { makeBots } from './make-bots.js';
import type { DemoOrganization } from './organization.js';
import { CONVERSATIONS, PERSON_KEYS, type PersonKey } from './organization.js';
import { postConversations } from './post-conversations.js';

/** Result for the launcher. */
export interface SeededDemo {
  organization: DemoOrganization;
  /** Why conversations or bots are not complete; the next start goes on with them. */
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
 * The webhook bots need the program that answers for one of them; without it there are none.
 *
 * Rejects when the accounts cannot be made. Conversations and bots that cannot be made are no reason not to start.
 */
export async function seedDemo(system: System, program?: AnsweringProgram): Promise<SeededDemo> {
  const organization = await accountsOf(system);
  const path = join(system.folder, 'demo.json');
  writeJson(path, organization, 0o600);
  const [owner] = organization.users;
  if (owner === undefined) return { organization };
  try {
    await completeConversations(system, organization);
    if (program === undefined) return { organization };
    organization.bots = await makeBots(new DemoClient(system.baseUrl, owner), program);
    writeJson(path, organization, 0o600);
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
    return { ...known, bots: known.bots ?? [], base_url: system.baseUrl };
  }
  // Imported only when needed, because its imports take a third of a second.
  const { makeAccounts } = await import('./make-accounts.js');
  const accounts = await makeAccounts(system.redisUrl);
  const users = accounts === undefined ? [] : PERSON_KEYS.map((key) => accounts[key]);
  return { base_url: system.baseUrl, users, bots: [] };
}

/** A file of a former release has no bots. */
function readKnown(path: string): (Omit<DemoOrganization, 'bots'> & Partial<DemoOrganization>) | undefined {
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
