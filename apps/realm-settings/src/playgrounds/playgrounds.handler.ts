import { requireAdministrator } from '@chat/auth';
import {
  badRequest,
  type CreatePlayground,
  type DeletePlayground,
  isLink,
  MAX_PLAYGROUNDS,
  PlaygroundsChanged,
  type Principal,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../realm/realm-row.js';
import { readPlaygrounds } from './playground-rows.js';

@Injectable()
export class PlaygroundsHandler {
  constructor(private readonly database: Database) {}

  create({ actor, name, highlighterLanguage, urlPrefix }: CreatePlayground): Promise<{ id: number }> {
    return this.change(actor, async (tx) => {
      if (name.trim() === '') throw badRequest('name cannot be blank.');
      if (/\p{Cc}/u.test(name)) throw badRequest('Invalid characters in name!');
      if (highlighterLanguage.trim() === '') throw badRequest('highlighter_language cannot be blank.');
      if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(highlighterLanguage)) {
        throw badRequest('Invalid characters in highlighter language');
      }
      if (!isLink(urlPrefix)) throw badRequest('url_prefix is not a URL');
      const [created] = await tx.query<{ id: number }>(
        `INSERT INTO playgrounds (realm_id, name, highlighter_language, url_prefix)
         SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM playgrounds WHERE realm_id = $1) < $5 RETURNING id`,
        [actor.realmId, name.trim(), highlighterLanguage.trim(), urlPrefix, MAX_PLAYGROUNDS],
      );
      if (!created) throw badRequest(`Too many code playgrounds (limit: ${MAX_PLAYGROUNDS})`);
      return { id: created.id };
    });
  }

  delete({ actor, playgroundId }: DeletePlayground): Promise<Record<string, never>> {
    return this.change(actor, async (tx) => {
      const deleted = await tx.query('DELETE FROM playgrounds WHERE realm_id = $1 AND id = $2 RETURNING id', [
        actor.realmId,
        playgroundId,
      ]);
      if (deleted.length === 0) throw badRequest('Invalid playground');
      return {};
    });
  }

  private async change<Result>(actor: Principal, write: (tx: Transaction) => Promise<Result>): Promise<Result> {
    requireAdministrator(actor);
    try {
      return await this.database.transaction(async (tx) => {
        await lockRealm(tx, actor.realmId);
        const result = await write(tx);
        const playgrounds = await readPlaygrounds(tx, actor.realmId);
        tx.record(actor.realmId, PlaygroundsChanged.of({ playgrounds }));
        return result;
      });
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw badRequest('Realm playground with this language and name already exists.');
    }
  }
}
