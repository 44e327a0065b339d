import { createHash } from 'node:crypto';

/**
 * Script of the page in the window of the reference's desktop app. It makes the key of the flow, or gets it from the app, and opens the
 * browser with it. It goes on with the token that the person brings back: in the field, or in the clipboard, which the app reads.
 */
export const DESKTOP_APP_SCRIPT = `
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const goOn = (token) => {
  if (/^[A-Za-z0-9]{32}$/.test(token)) location.assign('/accounts/login/subdomain/' + token);
};
const openBrowser = (key) => {
  const address = new URL(location.href);
  address.searchParams.set('desktop_flow_otp', hex(key));
  window.open(address.href, '_blank');
};
const bytesOf = (text) => Uint8Array.from(text.match(/../g), (digits) => parseInt(digits, 16));
const decrypted = async (key, sealed) => {
  const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.slice(0, 12) }, secret, sealed.slice(12));
  return new TextDecoder().decode(text);
};
const field = document.querySelector('#token');
const bridge = window.electron_bridge;
let key;
const begin = () => {
  if (bridge && bridge.decrypt_clipboard) {
    const clipboard = bridge.decrypt_clipboard(1);
    key = clipboard.key;
    clipboard.pasted.then(goOn);
  } else {
    key = crypto.getRandomValues(new Uint8Array(32));
  }
  openBrowser(key);
};
field.addEventListener('input', async () => {
  const text = field.value.trim();
  field.removeAttribute('aria-invalid');
  if (!/^([0-9a-fA-F]{2}){29,}$/.test(text)) return;
  await decrypted(key, bytesOf(text)).then(goOn, () => field.setAttribute('aria-invalid', 'true'));
});
document.querySelector('#again').addEventListener('click', () => openBrowser(key));
begin();
`;

export const DESKTOP_APP_FILE = `desktop-app-${createHash('sha256').update(DESKTOP_APP_SCRIPT).digest('base64url').slice(0, 12)}.js`;
export const DESKTOP_APP_PATH = `/static/pages/${DESKTOP_APP_FILE}`;
