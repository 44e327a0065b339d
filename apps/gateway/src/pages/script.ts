import { createHash } from 'node:crypto';
import { FRAGMENT_SCRIPT } from './fragment-script.js';

/**
 * Script of the sign-in page, and of the pages with passkeys, which no browser uses without a script. It shows their forms. `data-passkey`
 * names the ceremony, and the form has the texts.
 */
export const SCRIPT = `${FRAGMENT_SCRIPT}
const send = async (form, path, fields) => {
  const csrf = form.elements.csrfmiddlewaretoken.value;
  const response = await fetch(path, { method: 'POST', headers: { 'X-CSRFToken': csrf }, body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error(response.status);
  return response.json();
};
const ceremonies = {
  async 'sign-in'(form) {
    const { options } = await send(form, '/accounts/login/passkey/options');
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    form.elements.response.value = JSON.stringify(await navigator.credentials.get({ publicKey }));
    form.submit();
  },
  async add(form) {
    const { name, password } = form.elements;
    const { options } = await send(form, '/json/users/me/passkeys/options', password ? { password: password.value } : {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const response = JSON.stringify(await navigator.credentials.create({ publicKey }));
    await send(form, '/json/users/me/passkeys', { name: name.value, response });
    location.reload();
  },
};
const canUse = window.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined;
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!canUse) break;
  const [button, error] = [form.querySelector('button'), form.querySelector('.error')];
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    error.hidden = true;
    await ceremonies[form.dataset.passkey](form).catch(() => { error.hidden = false; });
    button.disabled = false;
  });
}
`;

/** The name changes with the text, as that of the style sheet does. */
export const SCRIPT_FILE = `${createHash('sha256').update(SCRIPT).digest('base64url').slice(0, 12)}.js`;
export const SCRIPT_PATH = `/static/pages/${SCRIPT_FILE}`;
