import { type Html, html } from './html.js';
import type { MessageName } from './languages.js';
import type { PageView } from './page-view.js';

/** A form that posts to a path of this server, else to the address of its page, with the CSRF token. */
export function form({ csrfToken }: PageView, action: string | undefined, content: Html, attributes?: Html): Html {
  const target = action !== undefined && html` action="${action}"`;
  return html`<form method="post"${target}${attributes}><input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">${content}</form>`;
}

/** A form with one button. */
export const pageForm = (
  view: PageView,
  action: string | undefined,
  fields: Html | false | undefined,
  button: MessageName,
): Html => form(view, action, html`${fields}<button class="main">${view.language.text(button)}</button>`);

export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

interface Field {
  readonly name: string;
  /** The name if absent. */
  readonly id?: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  /** The typed value of a form that comes back. Never of a password. */
  readonly value?: string;
  /** The error message on the page is about this field. */
  readonly isWrong?: boolean;
  /** Has the focus when the page opens. */
  readonly isFirst?: boolean;
  /** The person cannot change the value. */
  readonly isFixed?: boolean;
}

export const field = ({ name, id = name, label, type, autocomplete, value, ...is }: Field): Html =>
  html`<label for="${id}">${label}</label><input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${
    value !== undefined && type !== 'password' && html` value="${value}"`
  }${is.isWrong === true && ABOUT_ERROR}${is.isFixed === true && html` readonly`}${is.isFirst === true && html` autofocus`}>`;

/** The first field of a form: the address of the person. */
export const emailField = ({ language }: PageView, given: Pick<Field, 'name' | 'value' | 'isWrong'>): Html =>
  field({ label: language.text('signIn.email'), type: 'email', autocomplete: 'email', isFirst: true, ...given });

/** The password of the account. */
export const passwordField = ({ language }: PageView, given: Partial<Field> = {}): Html =>
  field({
    name: 'password',
    label: language.text('signIn.password'),
    type: 'password',
    autocomplete: 'current-password',
    ...given,
  });

/** One of the values of a field, with its text for people. */
interface Choice {
  readonly value: string;
  readonly text: string;
}

interface Choices extends Pick<Field, 'name' | 'label'> {
  readonly choices: readonly Choice[];
  readonly value: string;
}

/** A labelled list to choose from. */
export const select = ({ name, label, choices, value }: Choices): Html =>
  html`<label for="${name}">${label}</label><select id="${name}" name="${name}" autocomplete="off">${choices.map(
    (choice) =>
      html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.text}</option>`,
  )}</select>`;

interface Box extends Pick<Field, 'name' | 'isWrong'> {
  /** Several boxes may have one name. */
  readonly id: string;
  readonly value: string;
  readonly label: Html | string;
  readonly isChecked: boolean;
}

/** A labelled box to tick. */
export const checkbox = ({ id, name, value, label, isChecked, isWrong = false }: Box): Html =>
  html`<p class="box"><input id="${id}" name="${name}" type="checkbox" value="${value}" autocomplete="off"${
    isChecked && html` checked`
  }${isWrong && ABOUT_ERROR}><label for="${id}">${label}</label></p>`;

const ERROR_ID = 'error';
const ABOUT_ERROR = html` aria-invalid="true" aria-describedby="${ERROR_ID}"`;

/** The error of a refused form; screen readers announce it. */
export const errorMessage = (text: string): Html => html`<p class="error" role="alert" id="${ERROR_ID}">${text}</p>`;

export const notice = (text: string): Html => html`<p class="notice" role="status">${text}</p>`;
