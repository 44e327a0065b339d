import { describe, expect, it } from '@jest/globals';
import { loadIntegrations } from '../load-integrations.js';
import { messagesOf, samplesOf } from '../testing/samples.js';

/** Event types that share the code of sampled ones. The lists only shrink. */
const WITHOUT_SAMPLE: Readonly<Record<string, readonly string[]>> = {
  // Gitea and Forgejo send `updated`.
  gitea: ['release/edited'],
  // Without a result, a run has no message.
  github: ['check_run/created'],
  // GitLab has confidential notes on issues and merge requests only.
  gitlab: ['Confidential Note Hook / note / Commit', 'Confidential Note Hook / note / Snippet'],
  // Of its descendants.
  gogs: [
    ...['pull_request/review_requested', 'pull_request/review_request_removed'],
    ...['release/updated', 'release/edited', 'release/deleted'],
  ],
};

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
      expect(integration.eventTypes.filter((eventType) => !sampled.has(eventType))).toEqual(
        WITHOUT_SAMPLE[integration.name] ?? [],
      );
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
