import { type DomainEventType, Role } from '@chat/contracts';
import { TestMessaging } from './test-messaging.js';

/** Users of each role, and the events about their subscriptions. */
export async function startSubscriptionScene() {
  const messaging = await TestMessaging.start();
  const owner = await messaging.addUser({ role: Role.Owner });
  const admin = await messaging.addUser({ role: Role.Administrator });
  const ana = await messaging.addUser({ fullName: 'Ana' });
  const ben = await messaging.addUser({ fullName: 'Ben' });
  const guest = await messaging.addUser({ role: Role.Guest });

  const lastOf = async <Payload>(type: DomainEventType<string, Payload>, count = 1): Promise<Payload[]> =>
    (await messaging.events())
      .filter(type.matches)
      .map((event) => event.payload as Payload)
      .slice(-count);
  const streamIdOf = async (name: string): Promise<number> => {
    const { rows } = await messaging.sql.query('SELECT id FROM streams WHERE name = $1', [name]);
    return Number(rows[0].id);
  };

  return { messaging, owner, admin, ana, ben, guest, lastOf, streamIdOf };
}
