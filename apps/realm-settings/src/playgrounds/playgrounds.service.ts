import { badRequest, type Created, MAX_PLAYGROUNDS, type PlaygroundFields, PlaygroundsChanged } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../realm/realm.repository.js';
import { PlaygroundsRepository } from './playgrounds.repository.js';

@Injectable()
export class PlaygroundsService {
  constructor(
    private readonly database: Database,
    private readonly playgrounds: PlaygroundsRepository,
  ) {}

  create(realmId: number, fields: PlaygroundFields): Promise<Created> {
    return this.change(realmId, async (tx) => {
      if ((await this.playgrounds.count(tx, realmId)) >= MAX_PLAYGROUNDS) {
        throw badRequest(`Too many code playgrounds (limit: ${MAX_PLAYGROUNDS})`);
      }
      const id = await this.playgrounds.insert(tx, realmId, fields);
      if (id === undefined) throw badRequest('Realm playground with this language and name already exists.');
      return { id };
    });
  }

  delete(realmId: number, playgroundId: number): Promise<void> {
    return this.change(realmId, async (tx) => {
      if (!(await this.playgrounds.delete(tx, realmId, playgroundId))) throw badRequest('Invalid playground');
    });
  }

  /** Applies one change under the realm lock and publishes the complete list with it. */
  private change<Result>(realmId: number, apply: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const result = await apply(tx);
      tx.record(realmId, PlaygroundsChanged.of({ playgrounds: await this.playgrounds.list(tx, realmId) }));
      return result;
    });
  }
}
