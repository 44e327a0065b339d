import { ApiError } from '@chat/contracts';
import { renderMessage } from '@chat/markdown';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deliveryKey } from '../incoming-webhooks/delivery-key.js';
import { contentOf, topicOf } from '../incoming-webhooks/text/message-text.js';
import { loadIntegrations } from '../load-integrations.js';
import { messagesOf, requestOf, type Sample, samplesOf } from './samples.js';

/** Changed samples of each integration. `HOSTILE_RUNS=20000` searches longer. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 150);
const RENDERED_EVERY_NTH = 10;
const SEED = 24;

const CONTEXT = {
  realmUrl: 'https://chat.example.com',
  users: [{ id: 11, fullName: 'Ana' }],
  groups: [{ id: 5, name: 'Writers' }],
  streams: [],
  linkifiers: [],
  realmEmoji: {},
  translateEmoticons: false,
  inlineImagePreview: false,
};

const MENTIONS = '@**all** @_**Ana** @**Ana|11** @*Writers* @_*Writers*';
const REMOVED = Symbol('removed');
const PROTOTYPE_KEYS = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}},"toString":1,"length":-1}');

/** The values that take the place of a part. */
const ODD = [
  ...[REMOVED, null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', ' ', 'text', [], [null], [[]], {}],
  ...[MENTIONS, `~~~\n${MENTIONS}\n~~~~~`, `](javascript:alert(1)) ${MENTIONS}`, '\0', '\ud800', '%', '__proto__'],
  ...['x'.repeat(50_000), '`'.repeat(3_000), '['.repeat(3_000), 'a b '.repeat(5_000), Array(3_000).fill({ id: 1 })],
  ...[PROTOTYPE_KEYS, [PROTOTYPE_KEYS], '2026-13-45T99:00:00Z', '1e400', 'NaN'],
];

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [
    path,
    ...[...keys].flatMap((key) => pathsIn((value as Record<string | number, unknown>)[key], [...path, key])),
  ];
}

/** The value with another one at the path. */
function changed(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd === REMOVED ? {} : odd;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    if (name !== String(key)) return [[name, part]];
    if (rest.length > 0) return [[name, changed(part, rest, odd)]];
    return odd === REMOVED ? [] : [[name, odd]];
  });
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

for (const integration of await loadIntegrations()) {
  const samples = [...samplesOf(integration.name).values()];
  if (samples.length === 0) continue;

  describe(`hostile payloads for ${integration.displayName}`, () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...ODD)), { minLength: 1, maxLength: 3 });
    let run = 0;

    it('become messages without mentions, or a 400', () => {
      fc.assert(
        fc.property(fc.constantFrom(...samples), changes, fc.boolean(), (sample, places, hasHeaders) => {
          const body = places.reduce((value, [place, odd]) => {
            const paths = pathsIn(value);
            return changed(value, paths[place % paths.length] as Path, odd);
          }, sample.body);
          const { headers: _, ...rest } = sample;
          requireHarmless(hasHeaders ? { ...sample, body } : { ...rest, body }, run++ % RENDERED_EVERY_NTH === 0);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    });

    if (integration.deliveryIdHeaders) {
      const [header = ''] = integration.deliveryIdHeaders;
      it('with the id of a known delivery are that delivery', () => {
        fc.assert(
          fc.property(fc.constantFrom(...samples), fc.constantFrom(...ODD), ({ headers, body }, odd) => {
            const withId = (id: string, value: unknown) =>
              keyOf({ headers: { ...headers, [header]: id }, body: value });
            expect(withId('1', odd)).toBe(withId('1', body));
            expect(withId('1', odd)).not.toBe(withId('2', odd));
          }),
          { seed: SEED },
        );
      });
    }

    /** The key under which messaging knows the delivery. */
    function keyOf(sample: Sample): string | undefined {
      const messages = [{ topic: 'topic', content: 'content' }];
      return deliveryKey({ integration, webhook: requestOf(sample), config: {}, address: {}, messages });
    }

    function requireHarmless(sample: Sample, isRendered: boolean): void {
      let messages: ReturnType<typeof messagesOf>;
      try {
        messages = messagesOf(integration, sample);
        expect(keyOf(sample)).toBe(keyOf(sample));
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
        throw error;
      }
      for (const { topic, content } of messages) {
        expect(typeof topicOf(topic)).toBe('string');
        const harmless = contentOf(content);
        expect(harmless).not.toMatch(/@_?\*/);
        if (!isRendered) continue;
        const { html, mentionedUserIds, mentionedGroupIds, wildcardMentioned } = renderMessage(
          harmless.slice(0, 10_000),
          CONTEXT,
        );
        expect([...mentionedUserIds, ...mentionedGroupIds, wildcardMentioned]).toEqual([false]);
        expect(html).not.toMatch(/href="(?!https?:|mailto:|\/|#)/i);
      }
    }
  });
}
