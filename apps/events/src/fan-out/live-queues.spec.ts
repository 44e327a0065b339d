import { Role } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { OPTIONS } from '../testing/queue-client.js';
import { LiveQueues } from './live-queues.js';
import { UserState } from './live-user.js';

describe('live queues', () => {
  it('have a polled one while there is a queue that no webhook reads', () => {
    const queues = new LiveQueues();
    const add = (queueId: string, isForWebhook?: boolean) => {
      const state = new UserState({
        ...{ userId: 1, realmId: 1, role: Role.Member, roleInSight: Role.Member, isBot: false, botOwnerId: null },
        ...{ streamIds: new Set(), messagingSequence: 0 },
      });
      const options = { ...OPTIONS, ...(isForWebhook !== undefined && { isForWebhook }) };
      queues.add(queueId, { userId: 1, realmId: 1, options, stamps: {} }, state);
    };
    const remove = (...queueIds: string[]) => queues.remove(queueIds, new Map());

    add('of a webhook', true);
    expect(queues.hasPolled).toBe(false);
    add('of a client', false);
    add('of an older client');
    expect(queues.hasPolled).toBe(true);
    remove('of a client', 'of a webhook', 'unknown');
    expect(queues.hasPolled).toBe(true);
    remove('of an older client', 'of a client');
    expect(queues.hasPolled).toBe(false);
  });
});
