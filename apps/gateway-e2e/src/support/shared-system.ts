import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { System } from '@chat/tools';
import { askLender, LENDER_SOCKET, MIGRATED_SYSTEM, type MigratedSystem, SHARED_SYSTEM } from './lender.js';
import { makeMigratedSystem, type SystemUnderTest, startSystemUnderTest } from './system-under-test.js';

/** A system that several test files use. None of them may stop, kill or restart any of it. */
export interface SharedSystem {
  readonly baseUrl: string;
  readonly redisUrl: string;
  readonly databaseUrl: string;
  /** For further replicas of services, with settings of their own. */
  readonly secretKey: string;
  /** Errors in the logs of services since this file got the system, each as its line of JSON. */
  loggedErrors(): Promise<string[]>;
}

/** Response of the process that lends the system. */
interface Lent extends Omit<SharedSystem, 'loggedErrors'> {
  readonly loggedErrors: readonly string[];
}

/**
 * The system of all test files that only need two replicas of everything. Each file creates its own organization, which is
 * invisible to the others. The first call of a run starts the system.
 */
export async function sharedSystem(): Promise<SharedSystem> {
  const { loggedErrors: before, ...lent } = await askLender<Lent>(SHARED_SYSTEM);
  const loggedErrors = async () => (await askLender<Lent>(SHARED_SYSTEM)).loggedErrors.slice(before.length);
  return { ...lent, loggedErrors };
}

/** Lends systems to the test files of this run, which may be in other processes; the run ends them. */
export class SystemLender {
  private shared: Promise<SystemUnderTest> | undefined;
  private migrated: Promise<System> | undefined;

  private constructor(
    private readonly folder: string,
    private readonly server: Server,
  ) {}

  static async open(): Promise<SystemLender> {
    // Only this user can enter: the answer holds passwords.
    const folder = mkdtempSync(join(tmpdir(), 'chat-lender-'));
    const server = createServer();
    const lender = new SystemLender(folder, server);
    server.on('request', async ({ url }, response) => {
      try {
        response.end(JSON.stringify(await (url === MIGRATED_SYSTEM ? lender.lendMigrated() : lender.lendShared())));
      } catch (error) {
        response.writeHead(500).end((error as Error).message);
      }
    });
    const socket = join(folder, 'socket');
    server.listen(socket);
    await once(server, 'listening');
    server.unref();
    process.env[LENDER_SOCKET] = socket;
    return lender;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    rmSync(this.folder, { recursive: true, force: true });
    try {
      await (await this.shared?.catch(() => undefined))?.discard();
    } finally {
      (await this.migrated?.catch(() => undefined))?.discard();
    }
  }

  private async lendShared(): Promise<Lent> {
    this.shared ??= startSystemUnderTest({
      env: { WEB_PUBLIC_STREAMS_ENABLED: 'true', MAILS_PER_ADDRESS_DAY: '1000' },
    });
    const { system, loggedErrors } = await this.shared;
    const { baseUrl, redisUrl, databaseUrl, environment } = system;
    return { baseUrl, redisUrl, databaseUrl, secretKey: environment['SECRET_KEY'] as string, loggedErrors };
  }

  private async lendMigrated(): Promise<MigratedSystem> {
    this.migrated ??= makeMigratedSystem();
    const { folder } = await this.migrated;
    return { folder };
  }
}
