import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Browser, type BrowserResponse } from '../../support/browser.js';
import { pathForDesktopApp } from '../../support/desktop-sign-in.js';
import type { TestUser } from '../../support/organization.js';
import { type Read, readerWith } from '../../support/signed-in.js';
import type { SignInWorld } from './sign-in-world.js';

const SERVED_WITHIN_MS = 40_000;

/** Tests with Redis wiped, and with PostgreSQL stopped. */
export function lostServers(world: () => SignInWorld): void {
  const newBrowser = () => new Browser(world().tested.system.baseUrl, world().organization);

  /** Two sessions that gateways know, one that they do not know yet, one that has ended, and a device key. */
  async function withSessions(fullName: string) {
    const { organization, tested } = world();
    const ana = await organization.addUser(fullName);
    const [known, unknown, ended] = [newBrowser(), newBrowser(), newBrowser()];
    for (const browser of [known, unknown, ended]) await browser.signIn(ana);
    const phone = await readerWith('device key', tested.system.baseUrl, organization, ana);
    for (const read of [known.get('/json/users/me'), phone('/users/me')]) expect((await read).status).toBe(200);
    const { sessions } = (await ended.get('/json/users/me/sessions')).body;
    const { session_id } = sessions.find(({ is_current }: { is_current: boolean }) => is_current);
    await ana.client.delete(`/users/me/sessions/${session_id}`);
    const get =
      (browser: Browser): Read =>
      (path) =>
        browser.get(`/json${path}`);
    return { ana, valid: [get(known), get(unknown), phone], ended: get(ended) };
  }

  /** The first status that is not that of a missing server. */
  const servedStatus = (read: () => Promise<Pick<BrowserResponse, 'status'>>): Promise<number> =>
    eventually(
      async () => {
        const { status } = await read();
        return status === 503 ? undefined : status;
      },
      { withinMs: SERVED_WITHIN_MS, what: 'a response' },
    );

  async function expectSessionsStay({ valid, ended }: { valid: Read[]; ended: Read }): Promise<void> {
    for (const read of valid) expect(await servedStatus(() => read('/users/me'))).toBe(200);
    expect(await servedStatus(() => ended('/users/me'))).toBe(401);
  }

  async function desktopPath(person: TestUser): Promise<string> {
    const path = await pathForDesktopApp(newBrowser(), person);
    world().secrets.add(path.split('/').at(-1) ?? '');
    return path;
  }

  it('a sign-in begins anew after Redis is wiped; sessions and device keys stay, ended ones stay ended', async () => {
    const { ana, ...sessions } = await withSessions('Ana Wiped');
    const path = await desktopPath(ana);
    const redis = new Redis(world().tested.system.redisUrl);

    await redis.flushall();
    await redis.quit();

    await expectSessionsStay(sessions);
    expect(await servedStatus(() => newBrowser().get(path))).toBe(400);
    expect((await newBrowser().get(await desktopPath(ana))).status).toBe(302);
  }, 120_000);

  it('without PostgreSQL no valid session is refused as ended, no ended one is accepted, and pages say 503', async () => {
    const { ana, ...sessions } = await withSessions('Ana Away');
    const { system } = world().tested;
    const browser = newBrowser();
    await browser.get('/login/');

    await system.stopProcess('postgres');
    try {
      for (const read of sessions.valid) expect([200, 503]).toContain((await read('/users/me')).status);
      expect((await sessions.ended('/users/me')).status).toBe(503);
      const page = await browser.send('POST', '/accounts/login/', { username: ana.email, password: ana.password });
      expect([page.status, page.text.slice(0, 15)]).toEqual([503, '<!doctype html>']);
    } finally {
      await system.startProcess('postgres');
    }

    await expectSessionsStay(sessions);
    expect((await browser.signIn(ana)).location).toBe('/');
  }, 180_000);
}
