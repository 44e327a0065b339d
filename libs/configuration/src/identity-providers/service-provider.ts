import { createPrivateKey } from 'node:crypto';
import { UnfitValue } from '../unfit-value.js';
import { certificatePem } from './saml-providers.js';

/** Our own certificate for SAML providers, as PEM. */
export function certificate(text: string): string {
  const pem = certificatePem(text);
  if (pem === undefined) throw new UnfitValue('it must be a certificate, PEM');
  return pem;
}

/** The private key of this server for SAML providers, in PKCS #8 as PEM. Throws `UnfitValue` for a text that is no key, or has a passphrase. */
export function privateKey(text: string): string {
  try {
    return createPrivateKey(text).export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    throw new UnfitValue('it must be a private key without a passphrase, PEM');
  }
}
