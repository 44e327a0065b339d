export type { Client } from './configuration.js';
export { type OpenIdProvider, startOpenIdProvider } from './openid-provider.js';
export type { Person } from './person.js';
export { ProviderBrowser } from './provider-browser.js';
