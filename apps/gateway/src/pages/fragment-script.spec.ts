import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { FRAGMENT_SCRIPT } from './fragment-script.js';

/** Runs the script on a page with these fields and one link; returns the destinations afterwards. */
function destinations(hash: string, fields: readonly string[], link: string): string[] {
  const inputs = fields.map((value) => ({ value }));
  const links = [{ href: `https://chat.example/accounts/login/social/oidc/corp?next=${encodeURIComponent(link)}` }];
  const document = { querySelectorAll: (selector: string) => (selector.startsWith('input') ? inputs : links) };
  runInNewContext(FRAGMENT_SCRIPT, { document, location: { hash }, URL });
  return [
    ...inputs.map(({ value }) => value),
    ...links.map(({ href }) => new URL(href).searchParams.get('next') ?? ''),
  ];
}

it('adds the fragment of the opened address to every destination', () => {
  const hash = '#narrow/stream/7-design/topic/Logo.20two?';

  expect(destinations(hash, ['/', '/'], '/')).toEqual(Array(3).fill(`/${hash}`));
});

it('leaves a destination with a fragment, and all of them without one in the address', () => {
  expect(destinations('#inbox', ['/#recent', ''], '/a')).toEqual(['/#recent', '', '/a#inbox']);
  expect(destinations('', ['/'], '/')).toEqual(['/', '/']);
});
