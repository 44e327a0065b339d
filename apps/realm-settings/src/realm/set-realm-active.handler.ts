import { requireOwner } from '@chat/auth';
import { badRequest, type SetRealmActive } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { saveRealm } from './save-realm.js';

@Injectable()
export class SetRealmActiveHandler {
  constructor(
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async handle({ actor, realmId, isActive }: SetRealmActive): Promise<Record<string, never>> {
    if (actor) {
      requireOwner(actor);
      if (actor.realmId !== realmId) throw badRequest('Invalid realm');
    }
    await this.database.transaction((tx) =>
      saveRealm(tx, realmId, actor?.userId ?? null, this.installation, (row) => ({ ...row, isDeactivated: !isActive })),
    );
    return {};
  }
}
