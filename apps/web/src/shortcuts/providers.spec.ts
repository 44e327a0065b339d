import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SHORTCUTS } from './shortcuts.js';

const SOURCES = join(import.meta.dirname, '..');

/** Commands that a component provides, by `useCommand` or through a field that takes the name. */
function providedCommands(): ReadonlySet<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.spec)\.tsx?$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join(SOURCES, file), 'utf8'));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:useCommand\(\s*'|command=")([a-z_.]+)['"]/g)].map(([, name]) => name as string),
    ),
  );
}

/** Keys of the browser, of links, and of the field in which a text stands (`compose/compose-keys.ts`, `saved/drafts.tsx`). */
const WITHOUT_COMMAND = [
  ...['keys.escape', 'keys.back', 'keys.forward'],
  ...['keys.send', 'keys.new_line', 'keys.bold', 'keys.italic', 'keys.link', 'keys.preview'],
  ...['keys.paste', 'keys.paste_plain', 'keys.open_draft', 'keys.delete_draft'],
];

describe('each key', () => {
  it('has a part of the page that does it', () => {
    const provided = providedCommands();
    const commands = SHORTCUTS.flatMap(({ command }) => (command === undefined ? [] : [command]));

    expect(commands.filter((command) => !provided.has(command))).toEqual([]);
  });

  it('without a command belongs to the browser or a field', () => {
    const labels = SHORTCUTS.filter(({ command }) => command === undefined).map(({ label }) => label);

    expect(labels).toEqual(WITHOUT_COMMAND);
  });
});
