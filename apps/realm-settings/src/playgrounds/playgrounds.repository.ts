import type { Playground, PlaygroundFields } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { PlaygroundEntity } from './playgrounds.entity.js';

@Injectable()
export class PlaygroundsRepository {
  async list(tx: Transaction, realmId: number): Promise<Playground[]> {
    const rows = await tx.getRepository(PlaygroundEntity).find({ where: { realmId }, order: { id: 'ASC' } });
    return rows.map(({ id, name, highlighterLanguage, urlPrefix }) => ({ id, name, highlighterLanguage, urlPrefix }));
  }

  count(tx: Transaction, realmId: number): Promise<number> {
    return tx.getRepository(PlaygroundEntity).countBy({ realmId });
  }

  /** Returns undefined if the realm has a playground with the language and name. */
  insert(tx: Transaction, realmId: number, fields: PlaygroundFields): Promise<number | undefined> {
    return tx.insertUnlessTaken(PlaygroundEntity, { realmId, ...fields }, 'id');
  }

  /** Returns whether the realm had the playground. */
  async delete(tx: Transaction, realmId: number, id: number): Promise<boolean> {
    const { affected } = await tx.getRepository(PlaygroundEntity).delete({ realmId, id });
    return affected === 1;
  }
}
