import { type AlertWordList, AlertWordsChanged, badRequest, MAX_ALERT_WORDS, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { findAccount, lockAccount } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { Realms } from '../realm/realms.js';

@Injectable()
export class AlertWordsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
  ) {}

  async get(actor: Principal): Promise<AlertWordList> {
    return { alertWords: (await findAccount(this.database, actor.realmId, actor.userId))?.alertWords ?? [] };
  }

  add(actor: Principal, words: readonly string[]): Promise<AlertWordList> {
    return this.change(actor, (now) => {
      const known = new Set(now.map(nameKey));
      const added = words.map((word) => word.trim()).filter((word) => word !== '' && isFirst(known, nameKey(word)));
      const all = [...now, ...added];
      if (all.length > MAX_ALERT_WORDS) throw badRequest(`alert_words has too many items (limit: ${MAX_ALERT_WORDS})`);
      return all;
    });
  }

  remove(actor: Principal, words: readonly string[]): Promise<AlertWordList> {
    const gone = new Set(words.map(nameKey));
    return this.change(actor, (now) => now.filter((word) => !gone.has(nameKey(word))));
  }

  private async change(actor: Principal, to: (now: readonly string[]) => string[]): Promise<AlertWordList> {
    const { realmId, userId } = actor;
    const { botDomain } = await this.realms.get(realmId);
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, realmId, userId);
      const alertWords = to(account.alertWords);
      if (alertWords.length === account.alertWords.length) return { alertWords };
      await changeAccount(tx, account, { alertWords }, { actorId: userId, botDomain });
      tx.record(realmId, AlertWordsChanged.of({ userId, alertWords }));
      return { alertWords };
    });
  }
}

/** Whether `key` was not in `known`; it is afterwards. */
function isFirst(known: Set<string>, key: string): boolean {
  if (known.has(key)) return false;
  known.add(key);
  return true;
}
