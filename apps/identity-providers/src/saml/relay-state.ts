import { SamlRefusal } from './saml-refusal.js';

/** The state that a provider returns: of our request, or, for a sign-in that began there, the realm. */
export type RelayState = { readonly stateToken: string } | { readonly subdomain: string };

/** The state of a request, exactly as clients of the reference know it. */
export const relayStateOf = (stateToken: string): string => `{"state_token": "${stateToken}"}`;

/** Throws SamlRefusal unless the text is JSON with one of the two names. */
export function readRelayState(text: string): RelayState {
  const { state_token: stateToken, subdomain } = parsed(text);
  if (typeof stateToken === 'string') return { stateToken };
  if (typeof subdomain === 'string') return { subdomain };
  throw new SamlRefusal('request', 'RelayState names neither a request nor an organization');
}

function parsed(text: string): { readonly state_token?: unknown; readonly subdomain?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
