import { badRequest, type Principal, type ProfileDatum } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { ProfileValuesService } from './profile-values.service.js';

@Injectable()
export class ProfileDataService {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfileValuesService,
    private readonly realms: Realms,
  ) {}

  async update({ realmId, userId }: Principal, data: readonly ProfileDatum[]): Promise<void> {
    const values = await this.profiles.check(realmId, data);
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, realmId, userId);
      await this.profiles.checkPeople(tx, realmId, values);
      await this.profiles.store(tx, account, values);
    });
  }

  async remove(actor: Principal, fieldIds: readonly number[]): Promise<void> {
    const fields = await this.realms.profileFields(actor.realmId);
    const unknown = fieldIds.find((fieldId) => !fields.some((field) => field.id === fieldId));
    if (unknown !== undefined) throw badRequest(`Field id ${unknown} not found.`);
    const data = fieldIds.map((id) => ({ id, value: null }));
    await this.update(actor, data);
  }
}
