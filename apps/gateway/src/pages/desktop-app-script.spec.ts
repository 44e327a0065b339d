import { createCipheriv, randomBytes, webcrypto } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { DESKTOP_APP_SCRIPT } from './desktop-app-script.js';

const TOKEN = 'aB3'.padEnd(32, 'x');
const ADDRESS = 'https://chat.example/accounts/login/social/oidc/corp?next=%2Fx';

/** Runs the script in a window with only the parts that it uses. */
function open(bridge?: object) {
  const listeners: Record<string, () => unknown> = {};
  const element = (name: string) => ({
    value: '',
    wrong: false,
    addEventListener: (type: string, listener: () => unknown) => {
      listeners[`${name} ${type}`] = listener;
    },
    setAttribute() {
      this.wrong = true;
    },
    removeAttribute() {
      this.wrong = false;
    },
  });
  const [field, again] = [element('#token'), element('#again')];
  const opened: string[] = [];
  const reached: string[] = [];
  const location = { href: ADDRESS, assign: (path: string) => reached.push(path) };
  const document = { querySelector: (selector: string) => (selector === '#token' ? field : again) };
  const window = { electron_bridge: bridge, open: (address: string) => opened.push(address) };
  const globals = { window, document, location, crypto: webcrypto, URL, TextDecoder, Uint8Array };
  runInNewContext(DESKTOP_APP_SCRIPT, globals);
  const paste = async (text: string) => {
    field.value = text;
    await listeners['#token input']?.();
    return field.wrong;
  };
  return { opened, reached, paste, openAgain: () => listeners['#again click']?.() };
}

const otpIn = (address = ''): string => new URL(address).searchParams.get('desktop_flow_otp') ?? '';

function sealed(text: string, otp: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('hex');
}

describe('the window of the desktop app', () => {
  it('opens its own address with a new key, and goes on with the token that the person pastes', async () => {
    const { opened, reached, paste, openAgain } = open();
    const otp = otpIn(opened[0]);

    expect(otp).toMatch(/^[0-9a-f]{64}$/);
    expect(opened[0]).toBe(`${ADDRESS}&desktop_flow_otp=${otp}`);
    expect(otpIn(open().opened[0])).not.toBe(otp);
    openAgain();
    expect(opened[1]).toBe(opened[0]);
    expect(await paste(` ${sealed(TOKEN, otp)}\n`)).toBe(false);
    expect(reached).toEqual([`/accounts/login/subdomain/${TOKEN}`]);
  });

  it('does not go on with a text of another key, of another form or with another path', async () => {
    const { opened, reached, paste } = open();

    expect(await paste(sealed(TOKEN, '00'.repeat(32)))).toBe(true);
    expect(await paste('no digits')).toBe(false);
    expect(await paste(sealed('../../logout', otpIn(opened[0])))).toBe(false);
    expect(reached).toEqual([]);
  });

  it('gets key and token from the app if the app reads the clipboard', async () => {
    const pasted = Promise.resolve(TOKEN);
    const { opened, reached } = open({ decrypt_clipboard: () => ({ key: new Uint8Array(32).fill(10), pasted }) });
    await pasted;

    expect(otpIn(opened[0])).toBe('0a'.repeat(32));
    expect(reached).toEqual([`/accounts/login/subdomain/${TOKEN}`]);
  });
});
