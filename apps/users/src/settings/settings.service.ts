import {
  DeleteStoredDrafts,
  isAdministrator,
  type Principal,
  type RealmRecord,
  type SettingsChange,
  settingsIn,
  UserSettings,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { type AccountRow, settingsOf } from '../accounts/account.entity.js';
import { findAccount, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { checkFullName } from '../accounts/names.js';
import { PasswordChangesService } from '../passwords/password-changes.service.js';
import { Realms } from '../realm/realms.js';
import { readStatus, recordStatus } from '../user-status/user-status.repository.js';
import { EmailChangesService } from './email-changes.service.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly passwords: PasswordChangesService,
    private readonly emailChanges: EmailChangesService,
    private readonly afterCommit: AfterCommit,
  ) {}

  async update(actor: Principal, given: SettingsChange): Promise<void> {
    const realm = await this.realms.get(actor.realmId);
    const account = await findAccount(this.database, actor.realmId, actor.userId);
    if (account === undefined) throw noSuchUser();
    const settings = settingsIn(UserSettings, given);
    const fullName = newName(given.fullName, actor, realm);
    const newEmail = await this.emailChanges.check(given.email, account, actor.role, realm);
    // Last, since a wrong password counts as a failed sign-in.
    const passwordChange = await this.passwords.check(account, realm, given.oldPassword, given.newPassword);

    const isDraftsOff = await this.database.transaction(async (tx) => {
      const before = await lockAccount(tx, actor.realmId, actor.userId);
      const by = { actorId: actor.userId, botDomain: realm.botDomain };
      const after = await changeAccount(tx, before, { settings, fullName }, by);
      if (settingsOf(before).presenceEnabled !== settingsOf(after).presenceEnabled) {
        // Being away is an older name of the setting.
        await recordStatus(tx, after, await readStatus(tx, before));
      }
      if (passwordChange !== undefined) await this.passwords.store(tx, after, passwordChange, actor.sessionId);
      if (newEmail !== undefined) await this.emailChanges.begin(tx, after, realm, newEmail);
      return synchronizesDrafts(before) && !synchronizesDrafts(after);
    });
    if (isDraftsOff) await this.afterCommit.ask(DeleteStoredDrafts, { realmId: actor.realmId, userId: actor.userId });
    if (newEmail !== undefined) this.emailChanges.hurry();
  }
}

const synchronizesDrafts = (account: AccountRow): boolean => settingsOf(account).enableDraftsSynchronization;

/** Ignores the name if the user may not change it, since clients send the name with other settings. */
function newName(given: string | undefined, actor: Principal, realm: RealmRecord): string | undefined {
  const isFixed = realm.nameChangesDisabled || realm.server.nameChangesDisabled;
  if (given === undefined || (isFixed && !isAdministrator(actor.role))) return undefined;
  return checkFullName(given);
}
