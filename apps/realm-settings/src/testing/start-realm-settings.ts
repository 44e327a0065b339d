import { randomUUID } from 'node:crypto';
import {
  type BotIntegration,
  CreateRealm,
  DropUnfitProfileValues,
  type FieldsOf,
  GetFanoutState,
  GetStreams,
  ListBotIntegrations,
  type Principal,
  type RealmRecord,
  type ReplyOf,
  type RequestClass,
  Role,
  type ServiceRequest,
  type Stream,
  UpdateFullMembers,
} from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import type { RunningService } from '@chat/service-kit';
import { FakeImages, ServiceUnderTest } from '@chat/testing';
import { RealmSettingsModule } from '../realm-settings.module.js';
import { REALM_SETTINGS } from '../realm-settings.options.js';

/** The real service with `replicas` replicas, on PostgreSQL and Redis of its own; messaging and users are played. */
export class RealmSettingsForTests extends ServiceUnderTest {
  /** The streams and subscriptions of the fake messaging service. */
  streams: Stream[] = [];
  subscriptions: Record<number, number[]> = {};
  /** Delays the reply with the streams. */
  delayStreams = async (): Promise<void> => {};
  /** Requests to drop values of fields, with their log positions. */
  readonly valuesDropped: { fieldIds: number[]; asOf: string | undefined }[] = [];
  /** The pictures of the files service. */
  readonly images = new FakeImages();
  integrations: BotIntegration[] = [{ name: 'github', config: { webhook_secret: 'Secret' } }];
  /** The users service refuses. */
  isUsersBroken = false;
  /** Realm ids of requests to update full members. */
  readonly fullMembersUpdated: number[] = [];
  realm!: RealmRecord;

  static async start(replicas = 1): Promise<RealmSettingsForTests> {
    const started = new RealmSettingsForTests(RealmSettingsModule, REALM_SETTINGS);
    await started.open();
    await started.play('messaging', {
      [GetStreams.pattern]: async () => {
        const state = started.streams;
        await started.delayStreams();
        return { sequence: 0, state };
      },
      [GetFanoutState.pattern]: () => ({ sequence: 0, state: { subscriptions: started.subscriptions } }),
    });
    await started.play('integrations', {
      [ListBotIntegrations.pattern]: () => ({ integrations: started.integrations }),
    });
    await started.play('users', {
      [DropUnfitProfileValues.pattern]: ({ previous }: DropUnfitProfileValues, { asOf }: RequestContext) => {
        started.valuesDropped.push({ fieldIds: previous.map(({ id }) => id), asOf });
        if (started.isUsersBroken) throw new Error('out of order');
      },
      [UpdateFullMembers.pattern]: ({ realmId }: UpdateFullMembers) => void started.fullMembersUpdated.push(realmId),
    });
    await started.images.start();
    await started.play('files', started.images.handlers);
    await started.startReplicas(replicas);
    started.realm = await started.askOutside(CreateRealm, { str: 'acme', name: 'Acme' });
    started.realmId = started.realm.realmId;
    return started;
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.images.stop();
  }

  ask<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    realmId = this.realmId,
  ): Promise<ReplyOf<Request>> {
    return this.request(type, fields, realmId);
  }

  /** Asks as an operator does, outside of any realm. */
  askOutside<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    return this.client.request(type, fields, { realmId: 0, requestId: randomUUID() });
  }

  /** Asks one replica, naming no position in the log: as another service's projection does. */
  askReplica<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    replica: number,
  ): Promise<ReplyOf<Request>> {
    const { instance } = (this.replicas[replica] as RunningService).resources.settings;
    return this.client.request(type, fields, { realmId: this.realm.realmId, requestId: randomUUID() }, instance);
  }

  async refusal(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  }

  actor(role: Role = Role.Administrator, userId = 7): Principal {
    return {
      realmId: this.realm.realmId,
      userId,
      role,
      isBot: false,
      email: `user${userId}@example.com`,
      fullName: 'Ana',
      joinedAtSeconds: 0,
    };
  }
}
