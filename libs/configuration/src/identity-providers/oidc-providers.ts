import type { JsonFields } from './json-fields.js';
import { type ProviderSettings, providersIn } from './provider-settings.js';

const TOKEN_ENDPOINT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

export interface OidcProviderSettings extends ProviderSettings {
  /** `<issuer>/.well-known/openid-configuration` describes the provider. */
  readonly issuer: URL;
  readonly clientId: string;
  /** Empty with the method `none`. */
  readonly secret: string;
  readonly tokenEndpointAuthMethod: (typeof TOKEN_ENDPOINT_AUTH_METHODS)[number];
  /** Separated by spaces; `openid` is one of them. */
  readonly scopes: string;
  /** The name of the provider is used without a question. */
  readonly fullNameValidated: boolean;
  /** Addresses count as verified even if the provider does not say so. */
  readonly trustEmail: boolean;
}

/** Reads the OpenID Connect providers of a JSON text. Throws `UnfitValue`, which names the provider and the field. */
export const oidcProviders = (text: string): readonly OidcProviderSettings[] => providersIn(text, oidcSettings);

function oidcSettings(fields: JsonFields): Omit<OidcProviderSettings, keyof ProviderSettings> {
  const issuer = fields.serverUrl('oidc_url');
  if (issuer.search !== '') throw fields.unfit('oidc_url', 'be without a query');
  const tokenEndpointAuthMethod = fields.oneOf('token_endpoint_auth_method', TOKEN_ENDPOINT_AUTH_METHODS);
  return {
    issuer,
    clientId: fields.text('client_id'),
    secret: tokenEndpointAuthMethod === 'none' ? (fields.optionalText('secret') ?? '') : fields.text('secret'),
    tokenEndpointAuthMethod,
    scopes: scopesIn(fields),
    fullNameValidated: fields.boolean('full_name_validated', false),
    trustEmail: fields.boolean('trust_email', false),
  };
}

/** A text, or a list. */
function scopesIn(fields: JsonFields): string {
  const value = fields.value('scopes');
  const scopes = Array.isArray(value) ? (fields.texts('scopes') ?? []).join(' ') : (value ?? 'openid email profile');
  if (typeof scopes !== 'string' || !SCOPE.test(scopes) || !scopes.split(' ').includes('openid'))
    throw fields.unfit('scopes', 'be words separated by spaces, with openid among them');
  return scopes;
}
