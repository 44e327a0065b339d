import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setting } from '@chat/configuration';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FileStorage, IDENTITY_KEY } from './file-storage.js';
import { configuredKind } from './open-storage.js';
import { StorageIdentityEntity } from './storage-identity.entity.js';

/**
 * Stops the start of a replica with another storage than that of the other replicas, for example with a folder of its own on another machine.
 * The database and the storage have the same random id since the first start. It moves with the files.
 */
@Injectable()
export class StorageIdentity implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  async onModuleInit(): Promise<void> {
    const problem = await this.database.transaction((tx) => this.compare(tx));
    if (problem === undefined) return;
    throw new Error(`${this.name} is not the storage of this installation: ${problem}. ${ADVICE}`);
  }

  /** The first start makes the id in both places, or takes that of a storage with files of an earlier database. */
  private async compare(tx: Transaction): Promise<string | undefined> {
    const identities = tx.getRepository(StorageIdentityEntity);
    const proposed = randomUUID();
    // Simultaneous first starts wait for each other at this statement.
    await identities.createQueryBuilder().insert().values({ id: proposed }).orIgnore().execute();
    const { id } = await identities.findOneByOrFail({ isOnly: true });
    const found = await this.read();
    const isFirst = id === proposed;
    if (isFirst && found === undefined) await this.storage.put(IDENTITY_KEY, Readable.from([Buffer.from(id)]));
    if (isFirst && found !== undefined) await identities.update({ isOnly: true }, { id: found });
    if (isFirst || found === id) return undefined;
    return found === undefined ? 'it has no object `identity`' : 'its object `identity` has another id';
  }

  private async read(): Promise<string | undefined> {
    const found = await this.storage.head(IDENTITY_KEY);
    return found && (await text(await this.storage.get(IDENTITY_KEY)));
  }

  private get name(): string {
    return configuredKind() === 'disk'
      ? `The folder FILES_DIR (${setting('FILES_DIR')})`
      : `The bucket S3_BUCKET (${setting('S3_BUCKET')})`;
  }
}

const ADVICE =
  'Replicas of the files service share one folder of one machine, or a bucket if they run on several machines. See docs/operations/files.md.';
