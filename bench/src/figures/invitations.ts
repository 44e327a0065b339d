import { makeTemporaryFolder, startMailSink } from '@chat/tools';
import { sleep } from '../load/closed-loop.js';
import { type Figure, row } from '../measurement.js';
import type { OrganizationPlan } from '../population/organization.js';

const PEOPLE: OrganizationPlan = { name: 'inviters', users: 1, streams: { general: 1 } };
const INVITATIONS = 1_000;
const LOOK_EVERY_MS = 100;
const GIVE_UP_AFTER_MS = 180_000;

/** Invitations of 1,000 addresses in one request: time to the response, and until the mail server has all mails. */
export const invitations: Figure = {
  name: 'invitations',
  async measure({ ownStage }) {
    const sink = await startMailSink({ folder: makeTemporaryFolder('chat-bench-mails-') });
    try {
      const stage = await ownStage({ env: { SMTP_URL: sink.smtpUrl } });
      const organization = await stage.organization(PEOPLE);
      const owner = organization.user(0);
      const emails = Array.from({ length: INVITATIONS }, (_, index) => `invited-${index}@example.com`);
      const request = owner.post('/invites', {
        invitee_emails: emails.join(),
        stream_ids: JSON.stringify([organization.streamId('general')]),
      });
      const startedAt = performance.now();
      await owner.ask(request);
      const answeredMs = performance.now() - startedAt;
      while ((await stage.waitingMails()) > 0 && performance.now() - startedAt < GIVE_UP_AFTER_MS) {
        await sleep(LOOK_EVERY_MS);
      }
      const mailedMs = performance.now() - startedAt;
      return {
        measurements: [
          row('1,000 invitations in one request: answered', answeredMs / 1_000, 's', { goal: { atMost: 1 } }),
          row('1,000 invitations in one request: mailed', mailedMs / 1_000, 's', { goal: { atMost: 60 } }),
        ],
      };
    } finally {
      await sink.close();
    }
  },
};
