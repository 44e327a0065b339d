import { type NewRealmForm, ORG_TYPES, type Wire } from '@chat/contracts';
import { errorMessage, field, pageForm, select } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';

export type NewRealmError = Extract<
  MessageName,
  `newRealm.error.${string}` | 'signUp.refused' | 'signIn.invalidEmail' | 'error.limit'
>;

interface NewRealmPage {
  /** `/new/`, or the path of a link. */
  readonly action: string;
  readonly filled: NewRealmForm;
  readonly error?: NewRealmError;
  readonly minutes?: number;
}

const NAMES = {
  email: 'email',
  name: 'realm_name',
  type: 'realm_type',
  subdomain: 'realm_subdomain',
} as const satisfies Record<string, keyof Wire<NewRealmForm>>;

/** The field that each error is about; the others are about none. */
const FIELDS: Partial<Record<NewRealmError, string>> = {
  'signIn.invalidEmail': NAMES.email,
  'newRealm.error.name': NAMES.name,
  'newRealm.error.subdomain': NAMES.subdomain,
  'newRealm.error.shortSubdomain': NAMES.subdomain,
  'newRealm.error.takenSubdomain': NAMES.subdomain,
};

/** Asks for a new organization and the address of its owner. */
export function newRealmPage(view: PageView, { action, filled, error, minutes = 0 }: NewRealmPage): Html {
  const { language } = view;
  const wrong = error && FIELDS[error];
  const textField = (
    name: string,
    label: MessageName,
    value: string,
    autocomplete: string,
    type: 'text' | 'email' = 'text',
  ) =>
    field({
      ...{ name, label: language.text(label), type, autocomplete, value },
      isWrong: wrong === name,
      isFirst: wrong === undefined ? name === NAMES.email : wrong === name,
    });
  const types = ORG_TYPES.map((type) => ({ value: String(type), text: language.text(`newRealm.type.${type}`) }));
  const address = textField(NAMES.email, 'newRealm.email', filled.email, 'email', 'email');
  const name = textField(NAMES.name, 'newRealm.name', filled.realmName, 'organization');
  const label = language.text('newRealm.type');
  const type = select({ name: NAMES.type, label, choices: types, value: filled.realmType });
  const subdomain = textField(NAMES.subdomain, 'newRealm.subdomain', filled.realmSubdomain, 'off');
  const fields = html`${address}${name}${type}${subdomain}`;
  const shownError = error && errorMessage(language.text(error, { minutes }));
  const body = html`${shownError}${pageForm(view, action, fields, 'newRealm.button')}`;
  return layout(view, { title: language.text('newRealm.title'), body });
}

/** The page where new organizations need a link. */
export function realmCreationClosedPage(view: PageView): Html {
  const { language } = view;
  return layout(view, { title: language.text('newRealm.title'), body: errorMessage(language.text('newRealm.closed')) });
}
