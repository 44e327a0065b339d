import { join } from 'node:path';
import { startPostgresServer, type TestPostgresServer } from '@chat/testing';
import { makeTemporaryFolder, type RunningPostgres, startPostgres } from '@chat/tools';

const SETTINGS = ['max_connections=200'];

/** A PostgreSQL server with a standby, for the system of one file. */
export class ReplicatedPostgres {
  private constructor(
    private readonly program: RunningPostgres,
    readonly primary: TestPostgresServer,
    readonly standby: TestPostgresServer,
  ) {}

  /** `settings` of the primary. */
  static async start(settings: readonly string[] = []): Promise<ReplicatedPostgres> {
    const program = await startPostgres({ folder: join(makeTemporaryFolder('chat-replicated-'), 'postgres') });
    const primary = await startPostgresServer([...SETTINGS, ...settings], { like: program.adminUrl });
    const standby = await startPostgresServer(SETTINGS, { like: program.adminUrl, standbyOf: primary });
    return new ReplicatedPostgres(program, primary, standby);
  }

  async stop(): Promise<void> {
    await this.standby.stop();
    await this.primary.stop();
    await this.program.stop();
  }
}
