import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { html } from '../pages/html.js';
import { chosenLanguage } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';
import { PSEUDO_LANGUAGE, textsOutsideCatalogue } from '../pages/pseudo-language.testing.js';
import { STYLE } from '../pages/style.js';
import { accountPage } from './account-page.js';
import { desktopPage, tokenNotValidPage } from './desktop-page.js';
import { signInPage } from './sign-in-page.js';

const realm = { name: 'Fernwood', description: 'Botanists <everywhere>', hasPasskeys: true };
const viewIn = (language: PageView['language']): PageView => ({ language, realm, csrfToken: 'token' });
const view = viewIn(PSEUDO_LANGUAGE);
const session = {
  session_id: 7,
  kind: 'web' as const,
  auth_method: 'password',
  device: 'Firefox on Linux',
  ip_address: '10.0.0.1',
  created_at: 0,
  last_used_at: 0,
  expires_at: 0,
  is_current: false,
};
const provider = {
  protocol: 'oidc',
  id: 'kc',
  displayName: 'Key <cloak>',
  displayIcon: null,
  limitToSubdomains: null,
} as const;
const refused = {
  ...{ username: 'ana@example.com', next: '/x', takesPasswords: true, takesNames: false, providers: [provider] },
  error: 'signIn.wrong',
} as const;
const PAGES = {
  'the sign-in': signInPage(view, { username: '', next: '', takesPasswords: true, takesNames: true, providers: [] }),
  'a refused sign-in': signInPage(view, refused),
  'a sign-in with a notice': signInPage(view, {
    ...refused,
    notice: { message: 'signIn.deactivated', email: 'ana@example.com' },
  }),
  'the account': accountPage(view, {
    fullName: 'Ana',
    email: 'ana@example.com',
    secondFactor: { is_enabled: true, recovery_codes_left: 9 },
    sessions: [session, { ...session, is_current: true, auth_method: 'ldap' }, { ...session, auth_method: 'oidc:kc' }],
    identities: [{ provider: 'oidc:kc', subject: 'ana', linked_at: 0 }],
    providers: [provider],
    passkeys: [{ passkey_id: 3, name: 'Laptop', created_at: 0, last_used_at: 0 }],
    needsPassword: true,
    error: 'passkeys.notDeleted',
  }),
  'the end for a desktop app': desktopPage(view, 'abc'),
  'a token that does not work': tokenNotValidPage(view),
};
const DATA = [
  realm.name,
  'Botanists &lt;everywhere&gt;',
  'Ana',
  'ana@example.com',
  session.device,
  'F',
  'Key &lt;cloak&gt;',
  'Laptop',
];

describe.each(Object.entries(PAGES))('%s', (_, { text: page }) => {
  it('has no text outside the catalogue', () => {
    expect(textsOutsideCatalogue(page, DATA)).toEqual([]);
  });

  it('has one main heading, and a label for every visible field', () => {
    const ids = [...page.matchAll(/<input id="([\w-]+)"/g)].map(([, id]) => id as string);

    expect(page.match(/<h1>/g)).toHaveLength(1);
    for (const id of ids) expect(page).toContain(`<label for="${id}">`);
    expect(page.match(/<input (?!id=|type="hidden")/g)).toBeNull();
  });

  it('has the direction of its language and the CSRF token in every form', () => {
    expect(page).toContain('dir="rtl"');
    expect(page.match(/<form /g)?.length).toBe(page.match(/name="csrfmiddlewaretoken" value="token"/g)?.length);
  });

  it('runs no script but the one of the pages, and loads nothing from other servers', () => {
    expect(page).not.toMatch(
      /<script(?! src="\/static\/pages\/[\w-]+\.js" defer><\/script>)|\sstyle=|\son\w+=|https?:/,
    );
  });
});

it('a text outside the catalogue is found', () => {
  const page = layout(view, { title: view.language.text('signIn.button'), body: html`<p>Hello</p>` });

  expect(textsOutsideCatalogue(page.text, DATA)).toEqual(['Hello']);
});

describe('the icon of the realm', () => {
  it('is the uploaded one, or the leaf of the web client', () => {
    const page = (iconUrl?: string) =>
      layout({ ...view, realm: { ...realm, iconUrl } }, { title: 't', body: html`` }).text;

    expect(page()).toContain('<span class="glyph" aria-hidden="true"><svg ');
    const uploaded = page('/user_avatars/1/realm/icon/a.png?version=2');
    expect(uploaded).toContain('<img class="icon" src="/user_avatars/1/realm/icon/a.png?version=2" alt=""');
    expect(uploaded).toContain('<link rel="icon" href="/user_avatars/1/realm/icon/a.png?version=2">');
    expect(uploaded).not.toContain('glyph');
  });
});

it('the first heading of the sign-in page is the name of the realm, and its description stands below', () => {
  const page = (description: string) =>
    signInPage({ ...view, realm: { ...realm, description } }, { ...refused, providers: [] }).text;

  expect(page('Botanists')).toContain('<h1>Fernwood</h1><p class="lead">Botanists</p>');
  expect(page('')).toContain(`<h1>Fernwood</h1><p class="lead">${view.language.text('signIn.lead')}</p>`);
});

describe('a refused sign-in', () => {
  const page = signInPage(view, refused).text;

  it('ties the announced error to the fields and has the typed name', () => {
    expect(page).toContain('role="alert" id="error"');
    expect(page.match(/aria-invalid="true" aria-describedby="error"/g)).toHaveLength(2);
    expect(page).toContain('value="ana@example.com"');
    expect(page).toContain('name="next" value="/x"');
  });

  it('has autocomplete names for password managers', () => {
    expect(page).toContain('autocomplete="username"');
    expect(page).toContain('type="password" autocomplete="current-password" required');
  });
});

it('the sign-in page leads to each provider with the destination', () => {
  expect(PAGES['a refused sign-in'].text).toContain('href="/accounts/login/social/oidc/kc?next=%2Fx"');
  expect(PAGES['the sign-in'].text).not.toContain('/social/');
});

it('the sign-in page of a realm without passwords has no form for them', () => {
  const page = signInPage(view, {
    username: '',
    next: '',
    takesPasswords: false,
    takesNames: false,
    providers: [provider],
  });

  expect(page.text).not.toMatch(/type="password"|\/accounts\/password\/reset/);
  expect(page.text).toContain('/accounts/login/social/oidc/kc');
});

it('the account page names providers', () => {
  expect(PAGES['the account'].text.match(/Key &lt;cloak&gt;/g)).toHaveLength(2);
});

it('the sign-in page with its style sheet has at most 15 KB', () => {
  const page = signInPage(viewIn(chosenLanguage('de')), {
    username: '',
    next: '',
    takesPasswords: true,
    takesNames: false,
    providers: [],
  });

  expect(gzipSync(page.text).length + gzipSync(STYLE).length).toBeLessThan(15_000);
});

/** Relative luminance of WCAG 2 of an OKLCH color, by the matrices of CSS Color 4. */
function luminance([lightness = 0, chroma = 0, hue = 0]: readonly number[]): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const [LIGHT = '', DARK = ''] = STYLE.split('prefers-color-scheme: dark');
const [, MORE = '', MORE_IN_DARK = ''] = STYLE.split('prefers-contrast: more');
const colorIn = (mode: string, name: string): number => {
  const [, values = ''] = new RegExp(`--${name}: oklch\\(([^)]*)\\)`).exec(mode) ?? [];
  return luminance(values.split(' ').map(Number));
};
const contrastIn = (mode: string, one: string, other: string): number => {
  const [dark, bright] = [colorIn(mode, one), colorIn(mode, other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
};

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('in %s mode', (_, mode) => {
  it.each([
    ['ink', 'raised', 4.5],
    ['ink-2', 'raised', 4.5],
    ['ink', 'canvas', 4.5],
    ['accent-ink', 'accent', 4.5],
    ['accent', 'raised', 4.5],
    ['accent', 'canvas', 4.9],
    ['ink-2', 'canvas', 4.9],
    ['danger', 'danger-soft', 4.5],
    ['ink', 'accent-soft', 4.5],
    ['line-strong', 'raised', 3],
  ])('%s on %s has the contrast of WCAG AA', (one, other, least) => {
    expect(contrastIn(mode, one, other)).toBeGreaterThanOrEqual(least);
  });
});

describe.each([
  ['light', MORE],
  ['dark', MORE_IN_DARK],
])('with more contrast in %s mode', (_, mode) => {
  it.each([
    ['ink', 'canvas', 18],
    ['ink-2', 'canvas', 7],
    ['accent', 'canvas', 7],
    ['accent-ink', 'accent', 7],
    ['danger', 'danger-soft', 7],
    ['ink', 'accent-soft', 7],
    ['line-strong', 'raised', 7],
    ['line', 'canvas', 4.5],
  ])('%s on %s has the contrast of WCAG AAA', (one, other, least) => {
    expect(contrastIn(mode, one, other)).toBeGreaterThanOrEqual(least);
  });
});
