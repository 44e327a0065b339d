import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Account, GetRealmAccounts, type LoggedEvent, UserCreated, UserUpdated } from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/** Fan-out waits this long for the accounts of a realm. Then messages go out without the avatar of their sender. */
const LOAD_TIMEOUT_MS = 2_000;
/** Realms that wait for their accounts to be loaded in advance, at most. The accounts of others are loaded at their first message. */
const MAX_EXPECTED = 100;

type Accounts = Map<number, Account>;

/** Accounts of message senders and for presence: a projection of the accounts in the users service. */
@Injectable()
export class SenderAccounts {
  private readonly projection: RealmProjection<Accounts>;
  private readonly failedUntil = new Map<number, number>();
  private readonly expected = new Set<number>();
  private isLoadingExpected = false;

  constructor(client: RedisTransportClient, reader: LogReader) {
    this.projection = new RealmProjection<Accounts>(reader, {
      service: 'users',
      load: async (realmId) => {
        const context = { realmId, requestId: randomUUID() };
        const { sequence, state } = await client.request(GetRealmAccounts, { realmId }, context);
        return { sequence, state: new Map(state.users.map((user) => [user.userId, user])) };
      },
      apply: (accounts, event: LoggedEvent) => {
        if (UserCreated.matches(event) || UserUpdated.matches(event)) {
          accounts.set(event.payload.userId, event.payload.user);
        }
      },
    });
  }

  get(realmId: number): Promise<ReadonlyMap<number, Account>> {
    return this.projection.get(realmId);
  }

  find(realmId: number, userId: number): Account | undefined {
    return this.projection.peek(realmId)?.get(userId);
  }

  /** Undefined if the realm's accounts are loaded, or loading failed a moment ago. Else resolves after loading or its failure. */
  prepare(realmId: number): Promise<void> | undefined {
    if (this.projection.peek(realmId)) return undefined;
    if ((this.failedUntil.get(realmId) ?? 0) > performance.now()) return undefined;
    this.failedUntil.delete(realmId);
    return this.load(realmId);
  }

  /** Loads the accounts of a realm in advance, one realm after another, because its messages may come. */
  expect(realmId: number): void {
    if (this.projection.peek(realmId) || this.expected.size >= MAX_EXPECTED) return;
    this.expected.add(realmId);
    if (!this.isLoadingExpected) void this.loadExpected();
  }

  private async loadExpected(): Promise<void> {
    this.isLoadingExpected = true;
    for (const realmId of this.expected) {
      await this.prepare(realmId);
      this.expected.delete(realmId);
    }
    this.isLoadingExpected = false;
  }

  private async load(realmId: number): Promise<void> {
    const loaded = this.projection.get(realmId).then(
      () => true,
      () => false,
    );
    const isLoaded = await Promise.race([loaded, setTimeout(LOAD_TIMEOUT_MS, false, { ref: false })]);
    if (!isLoaded) this.failedUntil.set(realmId, performance.now() + LOAD_TIMEOUT_MS);
  }
}
