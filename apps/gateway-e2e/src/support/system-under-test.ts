import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder, type System, startSystem } from '@chat/tools';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Two of everything: what is only right with one replica must fail here. */
export const TWO_OF_EACH = { gateway: 2, users: 2, 'realm-settings': 2, messaging: 2, events: 2 };

export interface SystemUnderTest {
  readonly system: System;
  /** Stops everything and deletes its data. */
  discard(): Promise<void>;
}

/**
 * The whole system in real processes, as `npm start` runs it, on servers of its own. Without rate limits, which tests of
 * anything else would run into.
 */
export async function startSystemUnderTest(
  options: { scale?: Record<string, number>; env?: Record<string, string> } = {},
): Promise<SystemUnderTest> {
  const folder = makeTemporaryFolder('chat-e2e-');
  const env = { RATE_LIMIT_API_BY_USER: '0', RATE_LIMIT_API_BY_IP: '0', LOG_LEVEL: 'warn', ...options.env };
  const problems: string[] = [];
  const system = await startSystem({
    root: ROOT,
    folder: join(folder, 'system'),
    scale: options.scale ?? TWO_OF_EACH,
    isDurable: false,
    env,
    onLogLine: (line, process) => {
      if (/"level":"(error|fatal)"/.test(line)) problems.push(`${process}: ${line}`);
    },
  });
  return {
    system,
    discard: async () => {
      await system.stop();
      system.discard();
      if (problems.length > 0)
        process.stderr.write(`Errors that services logged:\n${problems.slice(0, 20).join('\n')}\n`);
    },
  };
}
