import {
  type Identity,
  type IdentityProvider,
  providerName,
  type SecondFactorState,
  type Session,
  type SessionSelection,
  type Wire,
} from '@chat/contracts';
import { errorMessage, form, hidden } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { Language, MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';
import { type OwnPasskeys, passkeySection } from './passkey-forms.js';

const SESSION_ID: keyof Wire<SessionSelection> = 'session_id';

export type AccountError = Extract<MessageName, 'passkeys.notDeleted'>;

interface AccountPage extends OwnPasskeys {
  readonly fullName: string;
  readonly email: string;
  readonly sessions: readonly Wire<Session>[];
  readonly identities: readonly Wire<Identity>[];
  readonly providers: readonly IdentityProvider[];
  readonly error?: AccountError | undefined;
  readonly secondFactor: Pick<Wire<SecondFactorState>, 'is_enabled' | 'recovery_codes_left'>;
}

export function accountPage(view: PageView, page: AccountPage): Html {
  const { language } = view;
  const { fullName, email, sessions } = page;
  const names = namesOf(page.providers);
  const others = sessions.filter((session) => !session.is_current);
  const endOthers = html`<button>${language.text('sessions.endOthers')}</button>`;
  const body = html`${page.error && errorMessage(language.text(page.error))}<dl><dt>${language.text('account.name')}</dt><dd>${fullName}</dd><dt>${language.text('account.email')}</dt><dd>${email}</dd></dl>
<h2>${language.text('sessions.title')}</h2><ul>${sessions.map((session) => sessionItem(view, session, names))}</ul>
${others.length > 0 && form(view, '/account/sessions/', endOthers)}
${view.realm?.hasPasskeys && passkeySection(view, page)}
${identities(language, page, names)}
${secondFactor(language, page)}${key(language)}
${form(view, '/accounts/logout/', html`<button>${language.text('signOut.button')}</button>`)}`;
  return layout(view, { title: language.text('account.title'), body, isWide: true });
}

function secondFactor(language: Language, { secondFactor: state }: AccountPage): Html {
  const text = language.text(state.is_enabled ? 'secondFactor.isOn' : 'secondFactor.isOff', {
    left: state.recovery_codes_left,
  });
  const manage = language.text(state.is_enabled ? 'secondFactor.manage' : 'secondFactor.begin');
  return html`<h2>${language.text('secondFactor.heading')}</h2><p>${text}</p><p><a href="/account/second_factor/">${manage}</a></p>`;
}

const key = (language: Language): Html =>
  html`<h2>${language.text('key.title')}</h2><p>${language.text('key.text')}</p><p><a href="/account/key/">${language.text('key.manage')}</a></p>`;

type ProviderNames = ReadonlyMap<string, string>;

const namesOf = (providers: readonly IdentityProvider[]): ProviderNames =>
  new Map(providers.map((provider) => [providerName(provider), provider.displayName]));

/** The accounts at providers by which the person signs in. */
function identities(language: Language, { identities: linked }: AccountPage, names: ProviderNames): Html | false {
  if (linked.length === 0) return false;
  const items = linked.map(({ provider, linked_at: at }) => {
    const since = language.text('identities.since', { date: language.time(at) });
    return html`<li><div><strong>${names.get(provider) ?? provider}</strong><p class="quiet">${since}</p></div></li>`;
  });
  return html`<h2>${language.text('identities.title')}</h2><ul>${items}</ul>`;
}

function sessionItem(view: PageView, session: Wire<Session>, names: ProviderNames): Html {
  const { language } = view;
  const { session_id: id, device, ip_address: address, last_used_at: lastUsedAt, is_current: isCurrent } = session;
  const date = language.time(lastUsedAt);
  const details = language.text('sessions.details', { method: methodText(language, session, names), address, date });
  const label = language.text('sessions.endLabel', { device, date });
  const end = html`${hidden(SESSION_ID, id)}<button aria-label="${label}">${language.text('sessions.end')}</button>`;
  return html`<li><div><strong>${device}</strong>${
    isCurrent && html` <span class="quiet">${language.text('sessions.current')}</span>`
  }<p class="quiet">${details}</p></div>${!isCurrent && form(view, '/account/sessions/', end)}</li>`;
}

function methodText(language: Language, { auth_method: method }: Wire<Session>, names: ProviderNames): string {
  if (method === 'passkey') return language.text('sessions.method.passkey');
  if (method === 'password') return language.text('sessions.method.password');
  if (method === 'ldap') return language.text('sessions.method.ldap');
  return names.get(method) ?? language.text('sessions.method.other');
}
