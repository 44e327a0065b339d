import type { Linkifier, LinkifierFields } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { LinkifierEntity } from './linkifiers.entity.js';

@Injectable()
export class LinkifiersRepository {
  /** Returns the linkifiers in the order in which they apply. */
  async list(tx: Transaction, realmId: number): Promise<Linkifier[]> {
    const rows = await tx.getRepository(LinkifierEntity).find({ where: { realmId }, order: { id: 'ASC' } });
    return rows.map(({ realmId: _, ...linkifier }) => linkifier);
  }

  count(tx: Transaction, realmId: number): Promise<number> {
    return tx.getRepository(LinkifierEntity).countBy({ realmId });
  }

  /** Returns undefined if the realm has the pattern. The unique index decides, so two simultaneous requests cannot both win. */
  insert(tx: Transaction, realmId: number, fields: LinkifierFields): Promise<number | undefined> {
    return tx.insertUnlessTaken(LinkifierEntity, { realmId, ...fields }, 'id');
  }

  /** Returns whether the realm has the linkifier. Throws UNIQUE_VIOLATION if another linkifier has the pattern. */
  async update(tx: Transaction, realmId: number, id: number, fields: LinkifierFields): Promise<boolean> {
    const { affected } = await tx.getRepository(LinkifierEntity).update({ realmId, id }, fields);
    return affected === 1;
  }

  /** Returns whether the realm had the linkifier. */
  async delete(tx: Transaction, realmId: number, id: number): Promise<boolean> {
    const { affected } = await tx.getRepository(LinkifierEntity).delete({ realmId, id });
    return affected === 1;
  }
}
