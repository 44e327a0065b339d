/** Style sheet of the documentation page: one column on a phone, a fixed list of groups on a wide screen, dark mode by preference. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --page: #fff; --text: #1d1f23; --quiet: #565d66; --line: #d3d8de; --box: #f3f5f7; --accent: #0b57d0;
  --get: #0a6b3d; --change: #8a4b00; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15171b; --text: #e6e8eb; --quiet: #a6aeb8; --line: #3a4049; --box: #1f2329; --accent: #8ab4f8;
    --get: #7fd6a4; --change: #f0b866; --delete: #f5988f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--accent); }
:focus-visible, label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 0.875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--box); border: 1px solid var(--line); border-radius: 6px; }
pre code { overflow-wrap: normal; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1.5rem 0 0.5rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 0.75rem; }
h3 { display: inline; font-size: 1rem; font-weight: 600; }
h4 { font-size: 0.9rem; margin: 1.25rem 0 0.4rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 0.5rem; top: 0.5rem; z-index: 2; padding: 0.5rem; background: var(--page); }

header { max-width: 60rem; padding: 0 1rem 1rem; }
.bar {
  position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 0.5rem;
  min-height: 3.5rem; padding: 0 1rem; background: var(--page); border-bottom: 1px solid var(--line);
}
.bar a { padding: 0.6rem 0; }
fieldset { display: flex; margin: 0; padding: 0; border: 0; }
fieldset input { position: absolute; opacity: 0; }
legend { position: absolute; left: -100vw; }
label { padding: 0.65rem 0.7rem; border: 1px solid var(--line); font-size: 0.875rem; cursor: pointer; }
label:first-of-type { border-radius: 6px 0 0 6px; }
label:last-of-type { border-radius: 0 6px 6px 0; }
label + label { border-left: 0; }
label:has(:checked) { background: var(--accent); color: var(--page); }
:root:has(#language-curl:checked) .example:not(.curl),
:root:has(#language-javascript:checked) .example:not(.javascript),
:root:has(#language-python:checked) .example:not(.python) { display: none; }

nav { padding: 0 1rem; }
nav h2 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 0.65rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; font-size: 0.9rem; text-decoration: none; }
main { max-width: 52rem; padding: 0 1rem 4rem; }

details { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; }
summary { padding: 0.65rem 0.9rem; cursor: pointer; }
details[open] > summary { border-bottom: 1px solid var(--line); }
summary p { margin: 0.15rem 0 0; color: var(--quiet); font-size: 0.925rem; }
.body { padding: 0.25rem 0.9rem 1rem; }
.method { font: 700 0.8rem ui-monospace, monospace; color: var(--change); }
.get { color: var(--get); }
.delete { color: var(--delete); }
.note { color: var(--quiet); }
dl { margin: 0; }
dt { padding: 0.4rem 0 0.25rem; border-top: 1px solid var(--line); }
dd { margin: 0; padding-bottom: 0.4rem; color: var(--quiet); font-size: 0.925rem; }

@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
  header { padding: 0.5rem 2rem 1.5rem; }
  .bar { padding: 0 2rem; }
  .bar a { display: none; }
  nav { padding: 0 1rem 0 2rem; position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; border-right: 1px solid var(--line); }
  .bar fieldset { margin-left: 15rem; }
  nav ul { display: block; padding-bottom: 2rem; }
  nav li a { padding: 0.25rem 0; border: 0; }
  main { padding: 0 2.5rem 4rem; }
}
`;
