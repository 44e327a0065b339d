import type { Person } from './person.js';

/** The page on which a developer chooses the person to be. No password: the provider is for development. */
export const signInPage = (action: string, people: readonly Person[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Development sign-in</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark; }
  button { display: block; width: 100%; margin-block: .5rem; padding: .75rem; font: inherit; text-align: start; cursor: pointer; }
</style>
<h1>Development sign-in</h1>
<p>Choose a person. This provider is for development: it has no passwords.</p>
<form method="post" action="${escaped(action)}">
${people.map(({ subject, name, email }) => `<button name="subject" value="${escaped(subject)}">${escaped(name)}, ${escaped(email)}</button>`).join('\n')}
</form>
</html>
`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
