import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export type Session = Exclude<BrowserContextOptions['storageState'], string>;

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs in by the page. */
export async function signIn(browser: Browser, baseUrl: string, { email, password }: Account): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/login/?next=/account/`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/account/');
  const session = await context.storageState();
  await context.close();
  return session;
}

/** An empty page in a fresh profile of the session, for one piece of work. */
export async function inProfile<Result>(
  browser: Browser,
  session: Session,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ storageState: session, viewport: { width: 1_280, height: 800 } });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Makes the processor of the page slower by this factor. */
export async function slowDown(page: Page, factor: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: factor });
}
