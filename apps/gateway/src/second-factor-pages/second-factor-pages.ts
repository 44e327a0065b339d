import type { TotpSetUp } from '@chat/contracts';
import { errorMessage, field, pageForm } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';

/** The error of a form of the account, with the field that it is about. */
export interface AccountFormError {
  readonly message: Extract<
    MessageName,
    'secondFactor.wrong' | 'error.limit' | 'account.wrongPassword' | 'account.needsPassword'
  >;
  readonly minutes?: number;
}

/** The error of a form for a code alone. */
export interface CodeError extends AccountFormError {
  readonly message: Extract<MessageName, 'secondFactor.wrong' | 'error.limit'>;
}

export function secondStepPage(view: PageView, action: string, error?: CodeError): Html {
  const { language } = view;
  const code = codeField(language.text('secondFactor.codeOrRecovery'), error);
  const codeForm = pageForm(view, action, code, 'signIn.button');
  const body = html`${errorOf(view, error)}<p>${language.text('secondFactor.text')}</p>${codeForm}`;
  return layout(view, { title: language.text('secondFactor.title'), body });
}

/** A secret for an app, as a picture and as text, and the form for its first code. */
export function setUpPage(
  view: PageView,
  action: string,
  setUp: Pick<TotpSetUp, 'secret' | 'qrSvg'>,
  error?: CodeError,
): Html {
  const { language } = view;
  const picture = `data:image/svg+xml;base64,${Buffer.from(setUp.qrSvg).toString('base64')}`;
  const code = codeField(language.text('secondFactor.code'), error);
  const body = html`${errorOf(view, error)}<p>${language.text('secondFactor.setUpText')}</p>
<p><img class="qr" alt="${language.text('secondFactor.qr')}" src="${picture}"></p>
<p>${language.text('secondFactor.secret')} <code>${grouped(setUp.secret)}</code></p>${pageForm(view, action, code, 'secondFactor.confirm')}`;
  return layout(view, { title: language.text('secondFactor.setUpTitle'), body });
}

/** The recovery codes, once. `goOn` leads on. */
export function recoveryCodesPage(view: PageView, codes: readonly string[], goOn: Html): Html {
  const { language } = view;
  const list = codes.map((code) => html`<li><code>${code}</code></li>`);
  const body = html`<p>${language.text('secondFactor.recoveryText')}</p><ol class="codes">${list}</ol>${goOn}`;
  return layout(view, { title: language.text('secondFactor.recoveryTitle'), body });
}

/** The error of a form for a code, or for a password and a code. */
export const errorOf = ({ language }: PageView, error: AccountFormError | undefined): Html | undefined =>
  error && errorMessage(language.text(error.message, { minutes: error.minutes ?? 0 }));

export const codeField = (label: string, error: AccountFormError | undefined, isFirst = true): Html =>
  field({
    ...{ name: 'code', label, type: 'text', autocomplete: 'one-time-code', isFirst },
    isWrong: error?.message === 'secondFactor.wrong',
  });

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
