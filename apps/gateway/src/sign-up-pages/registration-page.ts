import {
  EmailAddressVisibility,
  type RegistrationForm,
  type SignUpForm,
  type StreamGroupChoice,
  type Wire,
} from '@chat/contracts';
import { checkbox, errorMessage, field, hidden, pageForm, passwordField, select } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import { SIGN_IN_PATH } from '../pages/page-paths.js';
import type { PageView } from '../pages/page-view.js';
import type { SignUpError } from './sign-up-pages.js';

/** The form as the person filled it in. */
export type FilledRegistration = Omit<RegistrationForm, 'password'>;

interface RegistrationPage {
  readonly form: SignUpForm;
  readonly filled: FilledRegistration;
  readonly streamGroups: readonly StreamGroupChoice[];
  /** Address of the terms of the installation. */
  readonly termsUrl: string | null;
  /** The person did not ask for an account, but for a sign-in at a provider. */
  readonly isOffer?: boolean;
  readonly error?: SignUpError | undefined;
}

const NAMES = {
  key: 'key',
  fullName: 'full_name',
  password: 'password',
  timezone: 'timezone',
  visibility: 'email_address_visibility',
  streamGroup: 'default_stream_group',
  terms: 'terms',
} as const satisfies Record<string, keyof Wire<RegistrationForm>>;

/** In the order of the field. */
const VISIBILITIES: readonly [EmailAddressVisibility, MessageName][] = [
  [EmailAddressVisibility.Everyone, 'visibility.everyone'],
  [EmailAddressVisibility.Members, 'visibility.members'],
  [EmailAddressVisibility.Moderators, 'visibility.moderators'],
  [EmailAddressVisibility.Administrators, 'visibility.administrators'],
  [EmailAddressVisibility.Nobody, 'visibility.nobody'],
];

const timeZones = () => Intl.supportedValuesOf('timeZone').map((name) => ({ value: name, text: name }));
const ABOUT_NAME: readonly (SignUpError | undefined)[] = ['signUp.shortName', 'signUp.longName'];

/** The form for a new account. */
export function registrationPage(view: PageView, page: RegistrationPage): Html {
  const { language, realm } = view;
  const { filled, error } = page;
  const { email, needsPassword, newRealm, fullNameIsFixed = false } = page.form;
  const values = { realm: newRealm?.name ?? realm?.name ?? '', email, url: newRealm?.url ?? '' };
  const isPasswordWrong = error === 'signUp.weakPassword';
  const nameField = field({
    name: NAMES.fullName,
    label: language.text('account.name'),
    type: 'text',
    autocomplete: 'name',
    value: fullNameIsFixed ? page.form.fullName : filled.fullName,
    isWrong: ABOUT_NAME.includes(error),
    isFirst: !isPasswordWrong,
    isFixed: fullNameIsFixed,
  });
  const about = { isWrong: isPasswordWrong, isFirst: isPasswordWrong };
  const password =
    needsPassword && passwordField(view, { name: NAMES.password, autocomplete: 'new-password', ...about });
  const body = html`${page.isOffer && offer(view, email)}<p>${language.text(newRealm ? 'newRealm.registering' : 'signUp.registering', values)}</p>${error && errorMessage(language.text(error, values))}${pageForm(
    view,
    newRealm ? '/realm/register/' : '/accounts/register/',
    html`${hidden(NAMES.key, filled.key)}${nameField}${password}${settings(view, filled)}${streamGroups(view, page)}${terms(view, page)}`,
    newRealm ? 'newRealm.register' : 'signUp.register',
  )}`;
  return layout(view, { title: language.text(newRealm ? 'newRealm.title' : 'signUp.title', values), body });
}

const offer = ({ language }: PageView, email: string): Html =>
  html`<p>${language.text('signUp.noAccount', { email })} <a href="${SIGN_IN_PATH}">${language.text('signUp.signIn')}</a></p>`;

function settings({ language }: PageView, { timezone, emailAddressVisibility }: FilledRegistration): Html {
  const visibilities = VISIBILITIES.map(([value, name]) => ({ value: String(value), text: language.text(name) }));
  return html`${select({
    name: NAMES.timezone,
    label: language.text('signUp.timezone'),
    choices: [{ value: '', text: language.text('signUp.noTimezone') }, ...timeZones()],
    value: timezone,
  })}${select({
    name: NAMES.visibility,
    label: language.text('signUp.visibility'),
    choices: visibilities,
    value: emailAddressVisibility,
  })}`;
}

function streamGroups({ language }: PageView, page: RegistrationPage): Html | false {
  if (page.streamGroups.length === 0) return false;
  const boxes = page.streamGroups.map(({ name, description }, index) =>
    checkbox({
      id: `stream-group-${index}`,
      name: NAMES.streamGroup,
      value: name,
      label: html`${name}${description !== '' && html` <span class="quiet">${description}</span>`}`,
      isChecked: page.filled.defaultStreamGroup?.includes(name) ?? false,
    }),
  );
  return html`<fieldset><legend>${language.text('signUp.streamGroups')}</legend>${boxes}</fieldset>`;
}

function terms({ language }: PageView, { termsUrl, filled, error }: RegistrationPage): Html | false {
  if (termsUrl === null) return false;
  return html`${checkbox({
    id: NAMES.terms,
    name: NAMES.terms,
    value: 'true',
    label: language.text('signUp.terms'),
    isChecked: filled.terms !== '',
    isWrong: error === 'signUp.termsNeeded',
  })}<p><a href="${termsUrl}">${language.text('signUp.termsLink')}</a></p>`;
}
