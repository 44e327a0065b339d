import { eventShardOf } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventsReplica } from '../testing/events-replicas.js';
import { REALM_ID } from '../testing/fake-organization.js';
import { inShard, startTwoReplicas, type TwoReplicas } from '../testing/two-replicas.js';
import { SenderAccounts } from './sender-accounts.js';

let scene: TwoReplicas;
beforeAll(async () => {
  scene = await startTwoReplicas();
});
afterAll(() => scene.close());

const knows = (replica: EventsReplica, userId: number) =>
  replica.app.get(SenderAccounts).find(REALM_ID, userId) !== undefined;

describe('the senders of a realm', () => {
  it('are known where it has live queues, before the first message; and where these are taken over', async () => {
    const user = scene.organization.user(inShard(20));
    const holds = ({ keeper }: EventsReplica) => keeper.shard(eventShardOf(user.userId)) !== undefined;
    const [holder] = scene.replicas.filter(holds) as [EventsReplica];
    const others = scene.replicas.filter((replica) => replica !== holder);

    await scene.client.register(user);
    await eventually(() => knows(holder, user.userId), { what: 'the holder to know the senders' });
    expect(others.some((replica) => knows(replica, user.userId))).toBe(false);

    await holder.stop();
    const successor = await eventually(() => others.find(holds), { what: 'the shard to be taken over' });
    await eventually(() => knows(successor, user.userId), { what: 'the successor to know them' });
  });
});
