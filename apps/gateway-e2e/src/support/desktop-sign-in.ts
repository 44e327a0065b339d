import { createDecipheriv } from 'node:crypto';
import type { Browser } from './browser.js';
import type { TestUser } from './organization.js';

const OTP = 'a5'.repeat(32);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Signs in for a desktop app by the pages, and returns the path that the app then opens. */
export async function pathForDesktopApp(browser: Browser, person: Pick<TestUser, 'email' | 'password'>) {
  await browser.get(`/login/?desktop_flow_otp=${OTP}`);
  const { text } = await browser.send('POST', '/accounts/login/', {
    username: person.email,
    password: person.password,
  });
  const data = Buffer.from(/id="desktop-data" value="([0-9a-f]+)"/.exec(text)?.[1] ?? '', 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(OTP, 'hex'), data.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  const token = decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  return `/accounts/login/subdomain/${token}`;
}
