import type { IdentityRefusal, ProviderFailure, SamlFault } from '@chat/contracts';
import { errorMessage } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import { SIGN_IN_PATH } from '../pages/page-paths.js';
import type { PageView } from '../pages/page-view.js';

/** Why a sign-in at a provider did not end in a session. */
export type ProviderProblem = ProviderFailure | IdentityRefusal | 'no_flow';

const MESSAGES: Readonly<Record<ProviderProblem, MessageName>> = {
  no_flow: 'provider.noFlow',
  unavailable: 'provider.unavailable',
  refused: 'provider.refused',
  invalid: 'provider.invalid',
  method_disabled: 'provider.disabled',
  address_not_verified: 'provider.notVerified',
  address_not_allowed: 'provider.notAllowed',
  other_identity: 'provider.otherIdentity',
  invitation_required: 'provider.needsInvitation',
  link_not_valid: 'link.notValid',
};

export function providerProblemPage(view: PageView, problem: ProviderProblem, fault?: SamlFault): Html {
  const { language, realm } = view;
  const text = language.text(MESSAGES[problem], { realm: realm?.name ?? '' });
  const body = html`${errorMessage(text)}${fault !== undefined && html`<p>${language.text(`saml.${fault}`)}</p>`}<p><a href="${SIGN_IN_PATH}">${language.text('link.signIn')}</a></p>`;
  return layout(view, { title: language.text('error.title'), body });
}
