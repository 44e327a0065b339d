import { type Html, html } from './html.js';
import type { PageView } from './page-view.js';

/** A form that posts to a path of this server, else to the address of its page, with the CSRF token. */
export function form({ csrfToken }: PageView, action: string | undefined, content: Html): Html {
  const target = action !== undefined && html` action="${action}"`;
  return html`<form method="post"${target}><input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">${content}</form>`;
}

export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  /** The typed value of a form that comes back. Never of a password. */
  readonly value?: string;
  /** The error message on the page is about this field. */
  readonly isWrong?: boolean;
  /** Has the focus when the page opens. */
  readonly isFirst?: boolean;
}

/** A labelled field. */
export const field = ({ name, label, type, autocomplete, value, isWrong = false, isFirst = false }: Field): Html =>
  html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${
    value !== undefined && type !== 'password' && html` value="${value}"`
  }${isWrong && html` aria-invalid="true" aria-describedby="${ERROR_ID}"`}${isFirst && html` autofocus`}>`;

const ERROR_ID = 'error';

/** The error of a refused form; screen readers announce it. */
export const errorMessage = (text: string): Html => html`<p class="error" role="alert" id="${ERROR_ID}">${text}</p>`;

export const notice = (text: string): Html => html`<p class="notice" role="status">${text}</p>`;
