import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { eventsPage } from '../../index.js';

const PAGE = fileURLToPath(new URL('../../../../../docs/events.md', import.meta.url));

describe('docs/events.md', () => {
  it('says what the schemas say (npm run docs:events)', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(eventsPage());
  });

  it('has each field of an event with its type, also of inner objects', () => {
    expect(eventsPage()).toContain('| `upload_quota` | integer or null | Optional. |');
    expect(eventsPage()).toContain('| `rendered_value` | string | Optional. |');
    expect(eventsPage()).toContain('Only to clients that declared `bulk_message_deletion`.');
  });
});
