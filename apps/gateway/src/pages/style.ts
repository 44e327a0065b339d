import { createHash } from 'node:crypto';

/** Style sheet of all pages: the tokens of the web client, for light and dark mode, each with more contrast, too. Logical properties serve both directions. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --font: ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --t-s: .8125rem; --t-m: .9375rem; --t-l: 1.0625rem; --t-2xl: 1.625rem;
  --s-2: 4px; --s-3: 8px; --s-4: 12px; --s-5: 16px; --s-6: 24px; --s-7: 32px;
  --r-s: 6px; --r-m: 10px; --r-l: 16px;
  --canvas: oklch(.988 .005 95); --raised: oklch(1 0 0); --line: oklch(.905 .010 95); --line-strong: oklch(.64 .012 120);
  --ink: oklch(.245 .014 165); --ink-2: oklch(.43 .014 165);
  --accent: oklch(.485 .095 165); --accent-ink: oklch(.99 .01 165); --accent-soft: oklch(.938 .032 165);
  --danger: oklch(.50 .17 27); --danger-soft: oklch(.955 .022 27);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: oklch(.212 .008 170); --raised: oklch(.252 .009 170); --line: oklch(.305 .010 170); --line-strong: oklch(.55 .014 170);
    --ink: oklch(.925 .006 130); --ink-2: oklch(.775 .010 150);
    --accent: oklch(.80 .115 165); --accent-ink: oklch(.20 .03 165); --accent-soft: oklch(.30 .040 168);
    --danger: oklch(.76 .13 25); --danger-soft: oklch(.29 .045 25);
  }
}
@media (prefers-contrast: more) {
  :root {
    --canvas: oklch(1 0 0); --raised: oklch(1 0 0); --line: oklch(.468 0 0); --line-strong: oklch(0 0 0);
    --ink: oklch(0 0 0); --ink-2: oklch(.226 0 0);
    --accent: oklch(.383 .079 167); --accent-ink: oklch(1 0 0); --accent-soft: oklch(.947 .024 167);
    --danger: oklch(.408 .159 28); --danger-soft: oklch(1 0 0);
  }
}
@media (prefers-contrast: more) and (prefers-color-scheme: dark) {
  :root {
    --canvas: oklch(0 0 0); --raised: oklch(.165 .005 174); --line: oklch(.725 0 0); --line-strong: oklch(1 0 0);
    --ink: oklch(1 0 0); --ink-2: oklch(.955 0 0);
    --accent: oklch(.885 .105 169); --accent-ink: oklch(0 0 0); --accent-soft: oklch(.319 .052 169);
    --danger: oklch(.838 .089 27); --danger-soft: oklch(0 0 0);
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: var(--s-6) var(--s-5); background: var(--canvas);
  color: var(--ink); font: var(--t-m)/1.5 var(--font); overflow-wrap: anywhere; }
main { inline-size: min(100%, 22.5rem); padding-block: var(--s-6); }
main.wide { inline-size: min(100%, 40rem); }
h1, h2, p, ul, dl { margin: 0; padding: 0; }
h1 { font-size: var(--t-2xl); font-weight: 680; line-height: 1.2; letter-spacing: -.02em; }
h2 { font-size: var(--t-l); margin-block-start: var(--s-6); }
.realm { display: flex; gap: var(--s-4); align-items: center; margin-block-end: var(--s-5); }
.glyph { flex: none; display: grid; place-items: center; inline-size: 52px; block-size: 52px; border-radius: var(--r-l);
  background: var(--accent); color: var(--accent-ink); }
.glyph svg { inline-size: 28px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.icon { flex: none; border-radius: var(--r-l); object-fit: cover; }
.glyph + h1, .icon + h1 { margin-block-start: var(--s-5); }
h1 + .lead { margin-block-start: var(--s-2); color: var(--ink-2); }
.realm p, .quiet, dt { color: var(--ink-2); font-size: var(--t-s); }
.realm strong { font-size: var(--t-l); }
form { margin-block-start: var(--s-5); }
label { display: block; margin-block: var(--s-4) var(--s-2); font-weight: 600; font-size: var(--t-s); }
input, select { inline-size: 100%; min-block-size: 44px; padding: var(--s-3) var(--s-4); font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--line-strong); border-radius: var(--r-m); }
.box { display: flex; gap: var(--s-3); align-items: center; margin-block-start: var(--s-3); }
.box label { margin: 0; font-weight: 400; font-size: var(--t-m); }
fieldset { margin: var(--s-4) 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; font-size: var(--t-s); }
input[type="checkbox"] { flex: none; inline-size: 24px; min-block-size: 24px; margin: 0; accent-color: var(--accent); }
input[aria-invalid="true"] { border-color: var(--danger); }
button, .button { min-block-size: 44px; padding: var(--s-3) var(--s-5); font: inherit; font-weight: 600; cursor: pointer;
  color: var(--ink); background: var(--raised); border: 1px solid var(--line-strong); border-radius: var(--r-m); }
.button { display: block; margin-block-start: var(--s-4); text-align: center; text-decoration: none; }
button.wide { inline-size: 100%; }
[hidden] { display: none; }
button.main { inline-size: 100%; margin-block-start: var(--s-6); color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
a { color: var(--accent); }
h1 + p { margin-block-start: var(--s-3); }
.links { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--s-5); font-size: var(--t-s); }
.links a { display: inline-block; padding-block: 3px; }
.or { display: flex; align-items: center; gap: var(--s-4); color: var(--ink-2); font-size: .75rem; }
.or::before, .or::after { content: ""; flex: 1; block-size: 1px; background: var(--line); }
/* Passkeys need a script that shows their form. */
.or:not(:has(~ .button, ~ form:not([hidden]))) { display: none; }
.or ~ form { margin-block-start: var(--s-4); }
main > p + p { margin-block-start: var(--s-3); }
form ~ p, form p, input + button { margin-block-start: var(--s-4); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
/* Forced colors remove backgrounds and draw transparent borders. */
.error, .notice, .glyph { border: 1px solid transparent; }
.error, .notice { margin-block-start: var(--s-5); padding: var(--s-4); border-radius: var(--r-s); }
.error { color: var(--danger); background: var(--danger-soft); }
@media (prefers-contrast: more) { .error, .notice { border-color: currentColor; } }
@media (forced-colors: active) { input[aria-invalid="true"], button.main { border-width: 3px; } }
.notice { background: var(--accent-soft); }
ul { list-style: none; }
li { display: flex; flex-wrap: wrap; gap: var(--s-4); align-items: center; justify-content: space-between; padding-block: var(--s-4);
  border-block-end: 1px solid var(--line); }
li form { margin: 0; }
li div { flex: 1 1 14rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: var(--s-2) var(--s-5); margin-block-start: var(--s-4); }
dd { margin: 0; }
.qr { display: block; inline-size: min(100%, 15rem); margin: var(--s-5) auto; border-radius: var(--r-s); }
.codes li { display: list-item; border: 0; padding-block: var(--s-2); }
`;

/** The name of the style sheet changes with its text, so browsers may keep it. */
export const STYLE_FILE = `${createHash('sha256').update(STYLE).digest('base64url').slice(0, 12)}.css`;
export const STYLE_PATH = `/static/pages/${STYLE_FILE}`;
