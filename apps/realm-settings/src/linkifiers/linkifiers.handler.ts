import { requireAdministrator } from '@chat/auth';
import {
  badRequest,
  type CreateLinkifier,
  type DeleteLinkifier,
  LinkifiersChanged,
  MAX_LINKIFIERS,
  type Principal,
  type UpdateLinkifier,
} from '@chat/contracts';
import { checkLinkifierPattern, type LinkifierFault } from '@chat/markdown';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../realm/realm-row.js';
import { readLinkifiers } from './linkifier-rows.js';

@Injectable()
export class LinkifiersHandler {
  constructor(private readonly database: Database) {}

  create({ actor, pattern, urlTemplate }: CreateLinkifier): Promise<{ id: number }> {
    return this.change(actor, { pattern, urlTemplate }, async (tx) => {
      const [created] = await tx.query<{ id: number }>(
        `INSERT INTO linkifiers (realm_id, pattern, url_template)
         SELECT $1, $2, $3 WHERE (SELECT count(*) FROM linkifiers WHERE realm_id = $1) < $4 RETURNING id`,
        [actor.realmId, pattern, urlTemplate, MAX_LINKIFIERS],
      );
      if (!created) throw badRequest(`Too many linkifiers (limit: ${MAX_LINKIFIERS})`);
      return { id: created.id };
    });
  }

  update({ actor, linkifierId, pattern, urlTemplate }: UpdateLinkifier): Promise<Record<string, never>> {
    return this.change(actor, { pattern, urlTemplate }, async (tx) => {
      const updated = await tx.query(
        'UPDATE linkifiers SET pattern = $3, url_template = $4 WHERE realm_id = $1 AND id = $2 RETURNING id',
        [actor.realmId, linkifierId, pattern, urlTemplate],
      );
      if (updated.length === 0) throw badRequest('Linkifier not found.');
      return {};
    });
  }

  delete({ actor, linkifierId }: DeleteLinkifier): Promise<Record<string, never>> {
    return this.change(actor, null, async (tx) => {
      const deleted = await tx.query('DELETE FROM linkifiers WHERE realm_id = $1 AND id = $2 RETURNING id', [
        actor.realmId,
        linkifierId,
      ]);
      if (deleted.length === 0) throw badRequest('Linkifier not found.');
      return {};
    });
  }

  private async change<Result>(
    actor: Principal,
    rule: { readonly pattern: string; readonly urlTemplate: string } | null,
    write: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    requireAdministrator(actor);
    const fault = rule && checkLinkifierPattern(rule.pattern, rule.urlTemplate);
    if (fault) throw badRequest(refusal(fault));
    try {
      return await this.database.transaction(async (tx) => {
        await lockRealm(tx, actor.realmId);
        const result = await write(tx);
        const linkifiers = await readLinkifiers(tx, actor.realmId);
        tx.record(actor.realmId, LinkifiersChanged.of({ linkifiers }));
        return result;
      });
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw badRequest('Linkifier with this pattern already exists.');
    }
  }
}

function refusal(fault: LinkifierFault): string {
  switch (fault.kind) {
    case 'invalid_pattern':
      return `Bad regular expression: ${fault.message}`;
    case 'invalid_template':
      return 'Invalid URL template.';
    case 'group_not_in_template':
      return `Group '${fault.name}' in linkifier pattern is not present in URL template.`;
    case 'variable_not_in_pattern':
      return `Group '${fault.name}' in URL template is not present in linkifier pattern.`;
  }
}
