import type { Session, Wire } from '@chat/contracts';
import { form, hidden } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { Language } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';

interface AccountPage {
  readonly fullName: string;
  readonly email: string;
  readonly sessions: readonly Wire<Session>[];
}

export function accountPage(view: PageView, { fullName, email, sessions }: AccountPage): Html {
  const { language } = view;
  const others = sessions.filter((session) => !session.is_current);
  const endOthers = html`<button>${language.text('sessions.endOthers')}</button>`;
  const body = html`<dl><dt>${language.text('account.name')}</dt><dd>${fullName}</dd><dt>${language.text('account.email')}</dt><dd>${email}</dd></dl>
<h2>${language.text('sessions.title')}</h2><ul>${sessions.map((session) => sessionItem(view, session))}</ul>
${others.length > 0 && form(view, '/account/sessions/', endOthers)}
${form(view, '/accounts/logout/', html`<button>${language.text('signOut.button')}</button>`)}`;
  return layout(view, { title: language.text('account.title'), body, isWide: true });
}

function sessionItem(view: PageView, session: Wire<Session>): Html {
  const { language } = view;
  const { session_id: id, device, ip_address: address, last_used_at: lastUsedAt, is_current: isCurrent } = session;
  const date = language.time(lastUsedAt);
  const details = language.text('sessions.details', { method: methodText(language, session), address, date });
  const label = language.text('sessions.endLabel', { device, date });
  const end = html`${hidden('session_id', id)}<button aria-label="${label}">${language.text('sessions.end')}</button>`;
  return html`<li><div><strong>${device}</strong>${
    isCurrent && html` <span class="quiet">${language.text('sessions.current')}</span>`
  }<p class="quiet">${details}</p></div>${!isCurrent && form(view, '/account/sessions/', end)}</li>`;
}

function methodText(language: Language, { auth_method: method }: Wire<Session>): string {
  if (method === 'password') return language.text('sessions.method.password');
  return language.text(method === 'ldap' ? 'sessions.method.ldap' : 'sessions.method.other');
}
