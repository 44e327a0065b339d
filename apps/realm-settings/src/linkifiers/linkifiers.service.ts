import { badRequest, type Created, type LinkifierFields, LinkifiersChanged, MAX_LINKIFIERS } from '@chat/contracts';
import { checkLinkifierPattern } from '@chat/markdown';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../realm/realm.repository.js';
import { LinkifiersRepository } from './linkifiers.repository.js';

@Injectable()
export class LinkifiersService {
  constructor(
    private readonly database: Database,
    private readonly linkifiers: LinkifiersRepository,
  ) {}

  async create(realmId: number, fields: LinkifierFields): Promise<Created> {
    requireUsablePattern(fields);
    return this.change(realmId, async (tx) => {
      if ((await this.linkifiers.count(tx, realmId)) >= MAX_LINKIFIERS) {
        throw badRequest(`Too many linkifiers (limit: ${MAX_LINKIFIERS})`);
      }
      const id = await this.linkifiers.insert(tx, realmId, fields);
      if (id === undefined) throw patternTaken();
      return { id };
    });
  }

  async update(realmId: number, linkifierId: number, fields: LinkifierFields): Promise<void> {
    requireUsablePattern(fields);
    return this.change(realmId, async (tx) => {
      if (!(await this.linkifiers.update(tx, realmId, linkifierId, fields))) throw badRequest('Linkifier not found.');
    }).catch((error: unknown) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? patternTaken() : error;
    });
  }

  delete(realmId: number, linkifierId: number): Promise<void> {
    return this.change(realmId, async (tx) => {
      if (!(await this.linkifiers.delete(tx, realmId, linkifierId))) throw badRequest('Linkifier not found.');
    });
  }

  /** Applies one change under the realm lock and publishes the complete list with it. */
  private change<Result>(realmId: number, apply: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const result = await apply(tx);
      tx.record(realmId, LinkifiersChanged.of({ linkifiers: await this.linkifiers.list(tx, realmId) }));
      return result;
    });
  }
}

const patternTaken = () => badRequest('Linkifier with this pattern already exists.');

function requireUsablePattern({ pattern, urlTemplate }: LinkifierFields): void {
  const fault = checkLinkifierPattern(pattern, urlTemplate);
  switch (fault?.kind) {
    case undefined:
      return;
    case 'invalid_pattern':
      throw badRequest(`Bad regular expression: ${fault.message}`);
    case 'invalid_template':
      throw badRequest('Invalid URL template.');
    case 'group_not_in_template':
      throw badRequest(`Group '${fault.name}' in linkifier pattern is not present in URL template.`);
    case 'variable_not_in_pattern':
      throw badRequest(`Group '${fault.name}' in URL template is not present in linkifier pattern.`);
  }
}
