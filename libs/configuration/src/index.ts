export type { EgressRule } from './egress-variables.js';
export { isLoopback } from './identity-providers/json-fields.js';
export type { OidcProviderSettings } from './identity-providers/oidc-providers.js';
export type { ProviderSettings } from './identity-providers/provider-settings.js';
export type { SamlProviderSettings } from './identity-providers/saml-providers.js';
export { configurationPage } from './reference-page.js';
export { type Setting, setting } from './setting.js';
export { GROUPS, TRACING_VARIABLES, VARIABLES, type VariableName } from './variables.js';
