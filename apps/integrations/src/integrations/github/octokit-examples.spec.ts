import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { messagesOf } from '../../testing/samples.js';
import github from './github.integration.js';

interface Definition {
  readonly name: string;
  readonly examples: readonly { readonly action?: string }[];
}

const FILE = createRequire(import.meta.url).resolve('@octokit/webhooks-examples');
const DEFINITIONS: readonly Definition[] = JSON.parse(readFileSync(FILE, 'utf8'));

/** `message`, `ignored` or the code of the error, of each example. */
function outcomesOf({ name, examples }: Definition): string[] {
  const outcomes = examples.map((body) => {
    try {
      const messages = messagesOf(github, { headers: { 'X-GitHub-Event': name }, body });
      for (const { eventType } of messages) expect(github.eventTypes).toContain(eventType);
      return messages.length === 0 ? 'ignored' : 'message';
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
  return [...new Set(outcomes)].sort();
}

describe('the examples of GitHub', () => {
  const known = new Set(github.eventTypes.map((type) => type.split('/', 1)[0]));

  it.each(DEFINITIONS.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
    const outcomes = outcomesOf(definition);
    if (known.has(name)) {
      expect(outcomes).toContain('message');
      expect(outcomes.filter((outcome) => outcome !== 'message')).toEqual(
        outcomes.includes('ignored') ? ['ignored'] : [],
      );
    } else {
      expect([['ignored'], ['UNSUPPORTED_WEBHOOK_EVENT_TYPE']]).toContainEqual(outcomes);
    }
  });
});
