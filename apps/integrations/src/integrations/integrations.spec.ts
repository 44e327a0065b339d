import { describe, expect, it } from '@jest/globals';
import { loadIntegrations } from '../load-integrations.js';
import { messagesOf, samplesOf } from '../testing/samples.js';

for (const integration of await loadIntegrations()) {
  describe(integration.displayName, () => {
    const samples = samplesOf(integration.name);

    it('has samples', () => {
      expect(samples.size).toBeGreaterThan(0);
    });

    it('has a sample of each event type', () => {
      const messages = [...samples.values()].flatMap((sample) =>
        sample.messages ? messagesOf(integration, sample) : [],
      );
      const sampled = new Set(messages.map(({ eventType }) => eventType));
      expect(integration.eventTypes.filter((eventType) => !sampled.has(eventType))).toEqual([]);
    });

    for (const [name, sample] of samples) {
      it(name.replaceAll('-', ' '), () => {
        if (sample.refused !== undefined) {
          expect(() => messagesOf(integration, sample)).toThrow(
            expect.objectContaining({ code: sample.refused }) as never,
          );
          return;
        }
        const messages = messagesOf(integration, sample);
        expect(messages.map(({ topic, content }) => ({ topic, content }))).toEqual(
          sample.ignored ? [] : sample.messages,
        );
        for (const { eventType } of messages) if (eventType) expect(integration.eventTypes).toContain(eventType);
      });
    }
  });
}
