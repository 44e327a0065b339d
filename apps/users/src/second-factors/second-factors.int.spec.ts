import {
  beginTotpSetUp,
  confirmTotpSetUp,
  deleteSecondFactorOfUser,
  deleteTotp,
  getSecondFactor,
  type Principal,
  Role,
  replaceRecoveryCodes,
  SecondFactorChanged,
  SecondFactorPolicy,
} from '@chat/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';
import { totpCode } from './totp.js';

const PASSWORD = 'correct horse battery';
const RECOVERY_CODE = /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/;
const limited = { code: 'RATE_LIMIT_HIT', status: 429 };

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

const person = (role: Role = Role.Member) => users.person(role, { password: PASSWORD });
const codeNow = (secret: string, steps = 0) => totpCode(secret, Date.now() + steps * 30_000);
/** Codes of the last minute work again. */
const forgetUsedCodes = ({ userId }: TestUser) =>
  users.sql('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [userId]);

async function withSecondFactor(role: Role = Role.Member) {
  const ana = await person(role);
  const { secret } = await users.call(beginTotpSetUp, ana, { password: PASSWORD });
  const { recovery_codes: recoveryCodes } = await users.call(confirmTotpSetUp, ana, { code: codeNow(secret) });
  await forgetUsedCodes(ana);
  return { ana, secret, recoveryCodes };
}
const remove = (ana: Principal, code: string) => users.call(deleteTotp, ana, { code, password: PASSWORD });
const isEnabled = async (ana: Principal) => (await users.call(getSecondFactor, ana, {})).is_enabled;
const fulfilled = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

describe('a set-up', () => {
  it('gives a secret, which its first code confirms', async () => {
    const ana = await person();

    const {
      secret,
      otpauth_url: otpauthUrl,
      qr_svg: qrSvg,
    } = await users.call(beginTotpSetUp, ana, { password: PASSWORD });
    expect(otpauthUrl).toContain(`secret=${secret}`);
    expect(qrSvg).toContain('<svg ');
    expect(await isEnabled(ana)).toBe(false);
    const events = await users.eventsOf(async () => {
      const { recovery_codes: recoveryCodes } = await users.call(confirmTotpSetUp, ana, {
        code: ` ${codeNow(secret)} `,
      });
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(RECOVERY_CODE);
    });

    expect(events).toEqual([{ type: SecondFactorChanged.type, payload: { userId: ana.userId } }]);
    expect(await users.call(getSecondFactor, ana, {})).toEqual({
      is_enabled: true,
      enabled_at: expect.any(Number),
      recovery_codes_left: 10,
      is_required: false,
      needs_password: true,
    });
  });

  it('needs the password without a recent sign-in', async () => {
    const ana = await person();

    await expect(users.call(beginTotpSetUp, ana, {})).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    await expect(users.call(beginTotpSetUp, ana, { password: 'wrong' })).rejects.toThrow('Password is incorrect.');
  });

  it('is not confirmed by a wrong code, by the code of a replaced secret, or after ten minutes', async () => {
    const ana = await person();
    await expect(users.call(confirmTotpSetUp, ana, { code: '123456' })).rejects.toThrow('Begin the set-up again');
    const first = await users.call(beginTotpSetUp, ana, { password: PASSWORD });
    const { secret } = await users.call(beginTotpSetUp, ana, { password: PASSWORD });

    for (const code of [codeNow(first.secret), '', 'ABCD-EFGH-IJKL-MNOP']) {
      await expect(users.call(confirmTotpSetUp, ana, { code })).rejects.toThrow('Invalid code');
    }
    await users.sql(`UPDATE second_factors SET begun_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      ana.userId,
    ]);
    await expect(users.call(confirmTotpSetUp, ana, { code: codeNow(secret) })).rejects.toThrow(
      'Begin the set-up again',
    );
    expect(await isEnabled(ana)).toBe(false);
  });

  it('is refused to people with a second factor, and to bots', async () => {
    const { ana } = await withSecondFactor();
    const bot = await users.person(Role.Member, { isBot: true, botOwnerId: ana.userId });

    await expect(users.call(beginTotpSetUp, ana, { password: PASSWORD })).rejects.toThrow(
      'You already have a second factor',
    );
    await expect(users.call(beginTotpSetUp, bot, { password: PASSWORD })).rejects.toThrow('bot requests');
  });

  it('is confirmed once by sixteen simultaneous requests', async () => {
    const ana = await person();
    const { secret } = await users.call(beginTotpSetUp, ana, { password: PASSWORD });

    const confirmations = Array.from({ length: 16 }, () =>
      users.call(confirmTotpSetUp, ana, { code: codeNow(secret) }),
    );

    expect(await fulfilled(confirmations)).toBe(1);
    expect((await users.call(getSecondFactor, ana, {})).recovery_codes_left).toBe(10);
  });

  it('leaves neither the secret nor a recovery code in the database', async () => {
    const { ana, secret, recoveryCodes } = await withSecondFactor();

    const rows = await users.sql<{ row: string }>(
      `SELECT f::text AS row FROM second_factors f WHERE user_id = $1
       UNION ALL SELECT c::text FROM recovery_codes c WHERE user_id = $1`,
      [ana.userId],
    );

    const stored = rows.map(({ row }) => Buffer.from(row.replace(/[^0-9a-f]/g, ''), 'hex').toString('latin1') + row);
    expect(stored).toHaveLength(11);
    for (const text of [secret, ...recoveryCodes]) expect(stored.join()).not.toContain(text);
  });
});

describe('a code', () => {
  it('of this step, the last or the next one works', async () => {
    for (const steps of [-1, 0, 1]) {
      const { ana, secret } = await withSecondFactor();
      await remove(ana, codeNow(secret, steps));
      expect(await isEnabled(ana)).toBe(false);
    }
  });

  it('works once, and none older than the last one works', async () => {
    const { ana, secret } = await withSecondFactor();
    const change = (code: string) => users.call(replaceRecoveryCodes, ana, { code, password: PASSWORD });
    const [before, now] = [codeNow(secret, -1), codeNow(secret)];

    await change(now);

    await expect(change(now)).rejects.toThrow('Invalid code');
    await expect(change(before)).rejects.toThrow('Invalid code');
  });

  it('works once in sixteen simultaneous requests', async () => {
    const { ana, secret } = await withSecondFactor();
    const code = codeNow(secret);

    const changes = Array.from({ length: 16 }, () =>
      users.call(replaceRecoveryCodes, ana, { code, password: PASSWORD }),
    );

    expect(await fulfilled(changes)).toBe(1);
  });

  it('that is wrong five times stops the right one for ten minutes, at every replica', async () => {
    const { ana, secret, recoveryCodes } = await withSecondFactor();
    for (let n = 0; n < 5; n++) await expect(remove(ana, '000000x')).rejects.toThrow('Invalid code');

    await expect(remove(ana, codeNow(secret))).rejects.toMatchObject(limited);
    await expect(remove(ana, recoveryCodes[0] as string)).rejects.toMatchObject(limited);
    expect(await isEnabled(ana)).toBe(true);
  });

  it('of another person does not work', async () => {
    const [{ ana }, other] = [await withSecondFactor(), await withSecondFactor()];

    await expect(remove(ana, codeNow(other.secret))).rejects.toThrow('Invalid code');
    await expect(remove(ana, other.recoveryCodes[0] as string)).rejects.toThrow('Invalid code');
  });

  it('with characters that no code has is wrong', async () => {
    const { ana } = await withSecondFactor();

    for (const code of ['\0\0\0\0\0\0', '１２３４５６', ' '.repeat(100)]) {
      await expect(remove(ana, code)).rejects.toThrow('Invalid code');
    }
    await expect(remove(ana, 'x'.repeat(101))).rejects.toThrow('is too long (limit: 100 characters)');
  });
});

describe('a replica with another clock', () => {
  const now = Date.now.bind(Date);
  afterEach(() => {
    Date.now = now;
  });

  it.each([-30_000, 30_000])(
    'of %i ms accepts the same codes, since the clock of PostgreSQL decides',
    async (offMs) => {
      const { ana, secret } = await withSecondFactor();
      Date.now = () => now() + offMs;
      const code = (steps: number) => totpCode(secret, now() + steps * 30_000);

      for (const steps of [-3, 3]) await expect(remove(ana, code(steps))).rejects.toThrow('Invalid code');
      await remove(ana, code(0));
      expect(await isEnabled(ana)).toBe(false);
    },
  );
});

describe('a recovery code', () => {
  it('works once, in any case and with spaces', async () => {
    const { ana, recoveryCodes } = await withSecondFactor();
    const [first = '', second = ''] = recoveryCodes;
    const change = (code: string) => users.call(replaceRecoveryCodes, ana, { code, password: PASSWORD });

    const { recovery_codes: replaced } = await change(first.toLowerCase().replaceAll('-', ' '));

    expect(replaced).not.toContain(first);
    await expect(change(first)).rejects.toThrow('Invalid code');
    await expect(change(second)).rejects.toThrow('Invalid code');
    await remove(ana, replaced[9] as string);
    expect(await isEnabled(ana)).toBe(false);
  });

  it('works if another SECRET_KEY sealed the secret', async () => {
    const { ana, secret, recoveryCodes } = await withSecondFactor();
    await users.sql(`UPDATE second_factors SET secret = '\\x00' WHERE user_id = $1`, [ana.userId]);

    await expect(remove(ana, codeNow(secret))).rejects.toThrow('Invalid code');
    await remove(ana, recoveryCodes[0] as string);
  });
});

describe('the removal', () => {
  it('of the own second factor needs the password and a code', async () => {
    const { ana, secret } = await withSecondFactor();

    await expect(users.call(deleteTotp, ana, { code: codeNow(secret) })).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    });
    const events = await users.eventsOf(() => remove(ana, codeNow(secret)));
    await expect(remove(ana, codeNow(secret, 1))).rejects.toThrow('You have no second factor');

    expect(events).toEqual([{ type: SecondFactorChanged.type, payload: { userId: ana.userId } }]);
  });

  it.each<[Role, Role]>([
    [Role.Owner, Role.Owner],
    [Role.Owner, Role.Administrator],
    [Role.Administrator, Role.Administrator],
    [Role.Administrator, Role.Guest],
  ])('is open to role %d for role %d, with recovery codes', async (role, other) => {
    const [actor, { ana }] = [await person(role), await withSecondFactor(other)];

    await users.call(deleteSecondFactorOfUser, actor, { userId: ana.userId });

    expect(await users.call(getSecondFactor, ana, {})).toMatchObject({ is_enabled: false, recovery_codes_left: 0 });
  });

  it.each<[Role, Role, string]>([
    [Role.Administrator, Role.Owner, 'Must be an organization owner'],
    [Role.Moderator, Role.Member, 'Must be an organization administrator'],
    [Role.Member, Role.Member, 'Must be an organization administrator'],
  ])('is refused to role %d for role %d', async (role, other, message) => {
    const [actor, { ana }] = [await person(role), await withSecondFactor(other)];

    await expect(users.call(deleteSecondFactorOfUser, actor, { userId: ana.userId })).rejects.toThrow(message);
    expect(await isEnabled(ana)).toBe(true);
  });

  it('by an administrator needs another, existing user', async () => {
    const { ana } = await withSecondFactor(Role.Owner);

    await expect(users.call(deleteSecondFactorOfUser, ana, { userId: ana.userId })).rejects.toThrow('with a code');
    await expect(users.call(deleteSecondFactorOfUser, ana, { userId: 999_999 })).rejects.toThrow('No such user');
  });
});

it('the state says whether the realm requires a second factor from the role', async () => {
  const [ana, admin] = [await person(), await person(Role.Administrator)];
  const required = async () =>
    Promise.all([ana, admin].map(async (one) => (await users.call(getSecondFactor, one, {})).is_required));

  const seen: boolean[][] = [];
  for (const secondFactorPolicy of Object.values(SecondFactorPolicy)) {
    await users.changeRealm({ secondFactorPolicy });
    seen.push(await required());
  }
  await users.changeRealm({ secondFactorPolicy: SecondFactorPolicy.Optional });

  expect(seen).toEqual([
    [false, false],
    [false, true],
    [true, true],
  ]);
});
