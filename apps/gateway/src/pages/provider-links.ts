import type { IdentityProvider } from '@chat/contracts';
import { type Html, html } from './html.js';
import type { PageView } from './page-view.js';

/** The texts and paths of links to providers, by the page that shows them. */
const KINDS = {
  login: { path: '/accounts/login/social', message: 'provider.signIn' },
  register: { path: '/accounts/register/social', message: 'provider.signUp' },
} as const;

interface ProviderLinks {
  readonly kind: keyof typeof KINDS;
  readonly providers: readonly IdentityProvider[];
  /** Parameters of the start. Empty ones are left out. */
  readonly query: Readonly<Record<string, string>>;
}

/** A link for each identity provider. Without icons, which may be on another server. */
export function providerLinks({ language }: PageView, { kind, providers, query }: ProviderLinks): Html {
  const { path, message } = KINDS[kind];
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  const search = given === '' ? '' : `?${given}`;
  return html`${providers.map(
    ({ protocol, id, displayName }) =>
      html`<a class="button" href="${path}/${protocol}/${id}${search}">${language.text(message, { provider: displayName })}</a>`,
  )}`;
}
