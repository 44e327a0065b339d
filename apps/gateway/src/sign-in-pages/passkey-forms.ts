import type { Passkey, PasskeySelection, Wire } from '@chat/contracts';
import { field, form, hidden, passwordField } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { PageView } from '../pages/page-view.js';
import { SCRIPT_PATH } from '../pages/script.js';

const PASSKEY_ID: keyof Wire<PasskeySelection> = 'passkey_id';

/** A page contains it once. */
export const SCRIPT_TAG = html`<script src="${SCRIPT_PATH}" defer></script>`;

/** Hidden until the script finds a browser with passkeys. */
function scriptedForm(view: PageView, ceremony: 'sign-in' | 'add', action: string, content: Html): Html {
  const error = html`<p class="error" role="alert" hidden>${view.language.text('passkeys.failed')}</p>`;
  return html`${form(view, action, html`${content}${error}`, html` data-passkey="${ceremony}" hidden`)}${SCRIPT_TAG}`;
}

export function passkeySignIn(view: PageView, next: string): Html {
  const fields = html`${next !== '' && hidden('next', next)}${hidden('response', '')}`;
  const button = html`<button class="wide">${view.language.text('passkeys.signIn')}</button>`;
  return scriptedForm(view, 'sign-in', '/accounts/login/passkey/', html`${fields}${button}`);
}

export interface OwnPasskeys {
  readonly passkeys: readonly Wire<Passkey>[];
  /** The sign-in was too long ago. */
  readonly needsPassword: boolean;
}

export function passkeySection(view: PageView, { passkeys, needsPassword }: OwnPasskeys): Html {
  const { language } = view;
  const name = field({
    ...{ name: 'name', id: 'passkey-name', label: language.text('passkeys.name'), type: 'text', autocomplete: 'off' },
  });
  const password = needsPassword && passwordField(view, { id: 'password-add' });
  const add = html`${name}${password}<button>${language.text('passkeys.add')}</button>`;
  const items = passkeys.map((passkey) => passkeyItem(view, passkey, needsPassword));
  return html`<h2>${language.text('passkeys.title')}</h2><p class="quiet">${language.text('passkeys.text')}</p>${
    items.length > 0 && html`<ul>${items}</ul>`
  }${scriptedForm(view, 'add', '/account/', add)}`;
}

function passkeyItem(view: PageView, passkey: Wire<Passkey>, needsPassword: boolean): Html {
  const { language } = view;
  const { passkey_id: id, name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  const created = language.text('passkeys.created', { date: language.time(createdAt) });
  const used = lastUsedAt === null ? '' : language.text('passkeys.used', { date: language.time(lastUsedAt) });
  const label = language.text('passkeys.deleteLabel', { name });
  const remove = html`${hidden(PASSKEY_ID, id)}${needsPassword && passwordField(view, { id: `password-${id}` })}<button aria-label="${label}">${language.text('passkeys.delete')}</button>`;
  return html`<li><div><strong>${name}</strong><p class="quiet">${created} ${used}</p></div>${form(view, '/account/passkeys/', remove)}</li>`;
}
