import type { AccountSync } from '@chat/contracts';
import { UnfitValue } from '../unfit-value.js';
import { JsonFields } from './json-fields.js';
import { syncSettings } from './sync-settings.js';

/** Settings that OpenID Connect and SAML providers have in common. */
export interface ProviderSettings {
  /** Stands in paths and in the names of methods, `oidc:<id>`. */
  readonly id: string;
  readonly displayName: string;
  /** An address of a picture, or null. */
  readonly displayIcon: string | null;
  /** A person without an account gets one at once; otherwise a page offers to register. */
  readonly autoSignup: boolean;
  /** Subdomains of the realms that may use the provider, `''` for the realm at the root of the host. Null: all realms. */
  readonly limitToSubdomains: readonly string[] | null;
  /** Null: nothing. */
  readonly sync: AccountSync | null;
}

const MAX_PROVIDERS = 50;
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
const ICON = /^(?:https?:\/\/|\/(?!\/)|data:image\/)/;
const MAX_ICON_LENGTH = 20_000;

/** Reads a JSON object of providers, id → settings, in its order. */
export function providersIn<Own extends object>(
  text: string,
  read: (fields: JsonFields) => Own,
): readonly (ProviderSettings & Own)[] {
  const providers = new JsonFields(parsed(text), '').entries();
  if (providers.length > MAX_PROVIDERS) throw new UnfitValue(`at most ${MAX_PROVIDERS} providers are possible`);
  return providers.map(([id, value]) => {
    const place = JSON.stringify(id.slice(0, 100));
    if (!ID.test(id)) throw new UnfitValue(`${place} must be an id of at most 40 letters, digits, _ and -`);
    const fields = new JsonFields(value, place);
    const provider = { id, ...commonSettings(fields, id), ...read(fields) };
    fields.end();
    return provider;
  });
}

/** The value of a setting that is JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser would quote the text, which has secrets.
    throw new UnfitValue('it is no JSON');
  }
}

function commonSettings(fields: JsonFields, id: string): Omit<ProviderSettings, 'id'> {
  const sync = fields.object('sync');
  return {
    displayName: fields.text('display_name', { fallback: id, max: 100 }),
    displayIcon: fields.optionalText('display_icon', {
      max: MAX_ICON_LENGTH,
      pattern: ICON,
      expectation: 'be an address of a picture, a path of this server, or data:image/…',
    }),
    autoSignup: fields.boolean('auto_signup', false),
    limitToSubdomains: fields.texts('limit_to_subdomains'),
    sync: sync && syncSettings(sync),
  };
}
