import { badRequest, type CommandOutcome, type Principal, type UserSettings } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { settingsOf } from '../accounts/account.entity.js';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';

/** The new value of a setting, with the words for a user that had another value and for one that had this. */
interface SettingCommand {
  readonly change: Partial<UserSettings>;
  readonly changed: string;
  readonly unchanged: string;
}

const DARK = 2;
const LIGHT = 3;

const COMMANDS: ReadonlyMap<string, SettingCommand> = new Map([
  [
    'night',
    {
      change: { colorScheme: DARK },
      changed: 'The dark theme is on. Type `/day` to return to the light theme.',
      unchanged: 'The dark theme was on already.',
    },
  ],
  [
    'day',
    {
      change: { colorScheme: LIGHT },
      changed: 'The light theme is on. Type `/night` to return to the dark theme.',
      unchanged: 'The light theme was on already.',
    },
  ],
  [
    'fluid-width',
    {
      change: { fluidLayoutWidth: true },
      changed: 'Messages use the whole width. Type `/fixed-width` to return to the fixed width.',
      unchanged: 'Messages used the whole width already.',
    },
  ],
  [
    'fixed-width',
    {
      change: { fluidLayoutWidth: false },
      changed: 'Messages have a fixed width. Type `/fluid-width` to use the whole width.',
      unchanged: 'Messages had a fixed width already.',
    },
  ],
]);

@Injectable()
export class ZcommandService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
  ) {}

  async run(actor: Principal, command: string): Promise<CommandOutcome> {
    if (!command.startsWith('/')) throw badRequest('There should be a leading slash in the zcommand.');
    const name = command.slice(1);
    if (name === 'ping') return { msg: '' };
    const known = COMMANDS.get(name);
    if (!known) throw badRequest(`No such command: ${name}`);
    return { msg: (await this.apply(actor, known.change)) ? known.changed : known.unchanged };
  }

  /** Returns whether a setting had another value. */
  private async apply({ realmId, userId }: Principal, change: Partial<UserSettings>): Promise<boolean> {
    const { botDomain } = await this.realms.get(realmId);
    return this.database.transaction(async (tx) => {
      const before = await lockAccount(tx, realmId, userId);
      const current = settingsOf(before);
      const names = Object.keys(change) as (keyof UserSettings)[];
      if (names.every((name) => current[name] === change[name])) return false;
      await changeAccount(tx, before, { settings: change }, { actorId: userId, botDomain });
      return true;
    });
  }
}
