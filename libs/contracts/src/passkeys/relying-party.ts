/** A realm in the words of WebAuthn: a passkey works only at this origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Undefined if browsers make no passkeys for the address: without HTTPS, or if its host is a number. `localhost` needs no HTTPS. */
export function relyingPartyOf({ url }: { readonly url: string }): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(url);
  const isTrustworthy = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isTrustworthy && !IP_ADDRESS.test(hostname) ? { id: hostname, origin } : undefined;
}
