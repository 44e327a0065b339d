import { expect, it } from '@jest/globals';
import { Browser } from '../../support/browser.js';
import { clockEnvironment } from '../../support/clock-environment.js';
import { codeOf } from '../../support/code-of.js';
import { pathForDesktopApp } from '../../support/desktop-sign-in.js';
import { mailedLink, type SignInWorld } from './sign-in-world.js';

const SECOND_FACTOR = '/account/second_factor/';
const STEP = '/accounts/login/second_factor/';
const STEP_MS = 30_000;
/** A code must be checked within the step in which the test made it. */
const TIME_FOR_A_CODE_MS = 12_000;
const SESSION_SECONDS = 1_209_600;

/** By how much the clocks of the second replicas are wrong from their next start on. */
let clockOffByMs = 0;

/** Gives replicas a wrong clock when a test wants it. */
export const wrongClock = (service: string, instance: number): Record<string, string> =>
  instance === 1 && ['users', 'gateway'].includes(service) ? clockEnvironment(clockOffByMs) : {};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function earlyInStep(): Promise<void> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < TIME_FOR_A_CODE_MS) await pause(leftMs);
}

/** Tests with the clock of one replica of users and gateway wrong. */
export function signInsWithWrongClocks(world: () => SignInWorld): void {
  const newBrowser = () => new Browser(world().tested.system.baseUrl, world().organization);

  /** All requests go to this replica of users. */
  async function serveBy(instance: 0 | 1): Promise<void> {
    const { system } = world().tested;
    await system.startProcess('users', instance);
    await system.stopProcess('users', 1 - instance);
  }

  it.each([-30_000, 30_000])(
    'of %i ms: codes, links, tokens and sessions of the other replica are valid as long as elsewhere',
    async (offMs) => {
      const { organization, tested } = world();
      clockOffByMs = offMs;
      await serveBy(0);
      await tested.system.restart('gateway', 1);
      const ana = await organization.addUser(`Ana Clock ${offMs}`);
      const [early, late] = [newBrowser(), newBrowser()];
      await early.signIn(ana);
      await early.send('POST', SECOND_FACTOR);
      const shown = /<code>([A-Z2-7 ]+)<\/code>/.exec((await early.get(SECOND_FACTOR)).text)?.[1] ?? '';
      const secret = shown.replaceAll(' ', '');
      world().secrets.add(secret);
      await early.send('POST', `${SECOND_FACTOR}confirm/`, { code: codeOf(secret) });
      expect((await late.signIn(ana)).location).toBe(STEP);
      const bob = await organization.addUser(`Bob Clock ${offMs}`);
      const invitee_emails = `clock${offMs}@example.com`;
      await organization.owner.client.post('/invites', {
        ...{ invitee_emails, stream_ids: [], invite_expires_in_minutes: 10 },
      });

      await serveBy(1);

      await earlyInStep();
      expect((await late.send('POST', STEP, { code: codeOf(secret, 2) })).status).toBe(400);
      expect((await late.send('POST', STEP, { code: codeOf(secret, 1) })).location).toBe('/');
      expect((await early.get('/json/users/me')).status).toBe(200);
      const { path } = await mailedLink(world(), invitee_emails);
      expect((await newBrowser().get(path)).status).toBe(200);
      expect((await newBrowser().get(await pathForDesktopApp(newBrowser(), bob))).status).toBe(302);
      const { sessions } = (await late.get('/json/users/me/sessions')).body;
      expect(sessions).toHaveLength(2);
      const nowSeconds = Date.now() / 1_000;
      for (const { last_used_at, expires_at } of sessions) {
        expect(Math.abs(nowSeconds - last_used_at)).toBeLessThan(90);
        expect(expires_at - last_used_at).toBe(SESSION_SECONDS);
      }

      await serveBy(0);

      expect((await late.get('/json/users/me')).status).toBe(200);
    },
    180_000,
  );
}
