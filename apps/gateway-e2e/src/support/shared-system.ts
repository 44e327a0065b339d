import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type SystemUnderTest, startSystemUnderTest } from './system-under-test.js';

/** The environment variable with the socket at which the test files of a run ask for the shared system. */
const SOCKET_VARIABLE = 'TEST_SHARED_SYSTEM';

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
  const { loggedErrors: before, ...lent } = await askLender();
  return { ...lent, loggedErrors: async () => (await askLender()).loggedErrors.slice(before.length) };
}

async function askLender(): Promise<Lent> {
  const socketPath = process.env[SOCKET_VARIABLE];
  if (socketPath === undefined) throw new Error(`${SOCKET_VARIABLE} is not set: run the test with jest.config.mjs.`);
  // A connection of its own: one that was used before may be closed at this moment, and the request would fail.
  const asked = request({ socketPath, path: '/', agent: false }).end();
  const [answer] = await once(asked, 'response');
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`The shared system did not start: ${body}`);
  return JSON.parse(body) as Lent;
}

/** Lends a system to the test files of this run, which may be in other processes; the run ends it. */
export class SystemLender {
  private started: Promise<SystemUnderTest> | undefined;

  private constructor(
    private readonly folder: string,
    private readonly server: Server,
  ) {}

  static async open(): Promise<SystemLender> {
    // Only this user can enter: the answer holds passwords.
    const folder = mkdtempSync(join(tmpdir(), 'chat-lender-'));
    const server = createServer();
    const lender = new SystemLender(folder, server);
    server.on('request', async (_, response) => {
      try {
        const { system, loggedErrors } = await lender.start();
        const { baseUrl, redisUrl, databaseUrl, environment } = system;
        const secretKey = environment['SECRET_KEY'] as string;
        response.end(JSON.stringify({ baseUrl, redisUrl, databaseUrl, secretKey, loggedErrors } satisfies Lent));
      } catch (error) {
        response.writeHead(500).end((error as Error).message);
      }
    });
    const socket = join(folder, 'socket');
    server.listen(socket);
    await once(server, 'listening');
    server.unref();
    process.env[SOCKET_VARIABLE] = socket;
    return lender;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    rmSync(this.folder, { recursive: true, force: true });
    await (await this.started?.catch(() => undefined))?.discard();
  }

  private start(): Promise<SystemUnderTest> {
    this.started ??= startSystemUnderTest({
      env: { WEB_PUBLIC_STREAMS_ENABLED: 'true', MAILS_PER_ADDRESS_DAY: '1000' },
    });
    return this.started;
  }
}
