import { join } from 'node:path';
import { startPostgresServer, startWhole, type TestPostgresServer } from '@chat/testing';
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
  static start(settings: readonly string[] = []): Promise<ReplicatedPostgres> {
    return startWhole(async (own) => {
      const program = await own(startPostgres({ folder: join(makeTemporaryFolder('chat-replicated-'), 'postgres') }));
      const like = program.adminUrl;
      const primary = await own(startPostgresServer([...SETTINGS, ...settings], { like }));
      const standby = await own(startPostgresServer(SETTINGS, { like, standbyOf: primary }));
      return new ReplicatedPostgres(program, primary, standby);
    });
  }

  async stop(): Promise<void> {
    await this.standby.stop();
    await this.primary.stop();
    await this.program.stop();
  }
}
