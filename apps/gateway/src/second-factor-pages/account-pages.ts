import type { SecondFactorState, Wire } from '@chat/contracts';
import { form, pageForm, passwordField } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';
import { type AccountFormError, codeField, errorOf } from './second-factor-pages.js';

type State = Wire<SecondFactorState>;

export const OWN_SECOND_FACTOR_PATH = '/account/second_factor/';
export const OWN_KEY_PATH = '/account/key/';

/** The state of the own second factor, with the forms that change it. */
export function ownSecondFactorPage(view: PageView, state: State, error?: AccountFormError): Html {
  const { language } = view;
  const left = state.recovery_codes_left;
  const text = language.text(state.is_enabled ? 'secondFactor.isOn' : 'secondFactor.isOff', { left });
  const body = html`${errorOf(view, error)}<p>${text}</p>${
    state.is_enabled ? changeForm(view, state, error) : beginForm(view, state, error)
  }${backLink(view)}`;
  return layout(view, { title: language.text('secondFactor.heading'), body });
}

function beginForm(view: PageView, state: State, error?: AccountFormError): Html {
  return pageForm(view, OWN_SECOND_FACTOR_PATH, ownPassword(view, state, error), 'secondFactor.begin');
}

function changeForm(view: PageView, state: State, error?: AccountFormError): Html {
  const { language } = view;
  const isFirst = error !== undefined && !isAboutPassword(error);
  const code = codeField(language.text('secondFactor.codeOrRecovery'), error, isFirst);
  const content = html`${ownPassword(view, state, error)}${code}
<button class="main">${language.text('secondFactor.newCodes')}</button>
<p><button formaction="${OWN_SECOND_FACTOR_PATH}remove/">${language.text('secondFactor.remove')}</button></p>`;
  return form(view, `${OWN_SECOND_FACTOR_PATH}recovery_codes/`, content);
}

/** The form that shows or replaces the API key. */
export function ownKeyPage(view: PageView, state: Pick<State, 'needs_password'>, error?: AccountFormError) {
  const { language } = view;
  const content = html`${ownPassword(view, state, error)}<button class="main">${language.text('key.show')}</button>
<p><button formaction="${OWN_KEY_PATH}regenerate/">${language.text('key.regenerate')}</button></p>`;
  const body = html`${errorOf(view, error)}<p>${language.text('key.text')}</p>${form(view, OWN_KEY_PATH, content)}${backLink(view)}`;
  return layout(view, { title: language.text('key.title'), body });
}

export function shownKeyPage(view: PageView, apiKey: string): Html {
  const { language } = view;
  const body = html`<label for="api-key">${language.text('key.title')}</label><input id="api-key" value="${apiKey}" readonly autocomplete="off" autofocus>${backLink(view)}`;
  return layout(view, { title: language.text('key.title'), body });
}

export const backLink = ({ language }: PageView): Html =>
  html`<p><a href="/account/">${language.text('account.back')}</a></p>`;

const isAboutPassword = (error: AccountFormError | undefined): boolean =>
  error?.message === 'account.wrongPassword' || error?.message === 'account.needsPassword';

/** The field for the password, if it is needed. */
function ownPassword(view: PageView, state: Pick<State, 'needs_password'>, error: AccountFormError | undefined) {
  const isWrong = isAboutPassword(error);
  return state.needs_password && passwordField(view, { isWrong, isFirst: isWrong });
}
