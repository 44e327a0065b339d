import { badRequest, isLink, MAX_PLAYGROUNDS, PlaygroundsChanged } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../realm/realm.repository.js';
import { type PlaygroundFields, PlaygroundsRepository } from './playgrounds.repository.js';

@Injectable()
export class PlaygroundsService {
  constructor(
    private readonly database: Database,
    private readonly playgrounds: PlaygroundsRepository,
  ) {}

  async create(realmId: number, fields: PlaygroundFields): Promise<{ id: number }> {
    const trimmed = checkedFields(fields);
    return this.change(realmId, async (tx) => {
      if ((await this.playgrounds.count(tx, realmId)) >= MAX_PLAYGROUNDS) {
        throw badRequest(`Too many code playgrounds (limit: ${MAX_PLAYGROUNDS})`);
      }
      const id = await this.playgrounds.insert(tx, realmId, trimmed);
      if (id === null) throw badRequest('Realm playground with this language and name already exists.');
      return { id };
    });
  }

  delete(realmId: number, playgroundId: number): Promise<Record<string, never>> {
    return this.change(realmId, async (tx) => {
      if (!(await this.playgrounds.delete(tx, realmId, playgroundId))) throw badRequest('Invalid playground');
      return {};
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

/** Returns the fields without outer spaces, or throws. */
function checkedFields({ name, highlighterLanguage, urlPrefix }: PlaygroundFields): PlaygroundFields {
  if (name.trim() === '') throw badRequest('name cannot be blank.');
  if (/\p{Cc}/u.test(name)) throw badRequest('Invalid characters in name!');
  if (highlighterLanguage.trim() === '') throw badRequest('highlighter_language cannot be blank.');
  if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(highlighterLanguage)) {
    throw badRequest('Invalid characters in highlighter language');
  }
  if (!isLink(urlPrefix)) throw badRequest('url_prefix is not a URL');
  return { name: name.trim(), highlighterLanguage: highlighterLanguage.trim(), urlPrefix };
}
