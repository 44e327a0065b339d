import { eventually } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;

beforeEach(async () => {
  users = await UsersUnderTest.start({ replicas: 0 });
});
afterEach(() => users.stop());

const recipients = async () =>
  (await users.sql<{ recipient: string }>('SELECT recipient FROM outgoing_mail')).map(({ recipient }) => recipient);

describe('mail without a mail server', () => {
  it('is stored for a day', async () => {
    for (const [recipient, hours] of [
      ['old@example.com', 25],
      ['new@example.com', 23],
    ] as const) {
      await users.sql(
        `INSERT INTO outgoing_mail (recipient, sender, subject, body, created_at)
         VALUES ($1, 'chat@example.com', 'x', 'x', now() - make_interval(hours => $2))`,
        [recipient, hours],
      );
    }

    await users.startReplica();

    await eventually(async () => (await recipients()).join() === 'new@example.com');
    expect(await recipients()).toEqual(['new@example.com']);
  });
});
