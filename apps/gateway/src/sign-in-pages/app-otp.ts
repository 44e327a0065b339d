import { createCipheriv, randomBytes } from 'node:crypto';

const OTP = /^[0-9A-Fa-f]{64}$/;

/** Whether it is the one-time pad or key of an app: 64 hexadecimal digits. */
export const isOtp = (text: string): boolean => OTP.test(text);

/** A key of 32 characters, XORed with the digits of the app: 64 hexadecimal digits in lower case, which only the app can read. */
export function hiddenKey(apiKey: string, otp: string): string {
  const pad = Buffer.from(otp, 'hex');
  const key = Buffer.from(apiKey, 'latin1');
  if (key.length !== pad.length) throw new Error('A key of another length cannot be hidden.');
  return Buffer.from(key.map((byte, index) => byte ^ (pad[index] as number))).toString('hex');
}

const NONCE_BYTES = 12;

/** A text, encrypted by AES-256-GCM with the digits of the app as the key: nonce, ciphertext and tag in hexadecimal digits. */
export function sealedText(text: string, otp: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('hex');
}
