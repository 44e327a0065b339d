import { requireAdministrator } from '@chat/auth';
import {
  badRequest,
  GetFanoutFacts,
  GetStreamFacts,
  REALM_SETTINGS,
  type RealmSettingName,
  UpdateFullMembers,
  type UpdateRealm,
  wireName,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { applyRealmChanges } from './apply-realm-changes.js';
import { checkRealmChanges } from './check-realm-changes.js';
import { type RealmChange, saveRealm } from './save-realm.js';

@Injectable()
export class UpdateRealmHandler {
  constructor(
    private readonly database: Database,
    private readonly client: RedisTransportClient,
    private readonly afterCommit: AfterCommit,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async handle(request: UpdateRealm, context: RequestContext): Promise<Record<string, unknown>> {
    const { actor, changes } = request;
    requireAdministrator(actor);
    checkRealmChanges(changes, actor);
    await this.checkStreams(request, context);
    const change = await this.database.transaction((tx) =>
      saveRealm(tx, actor.realmId, actor.userId, this.installation, (row) =>
        applyRealmChanges(row, changes, this.installation.server.directoryEnabled),
      ),
    );
    if (change?.previous.waitingPeriodThreshold !== undefined) {
      await this.afterCommit.ask(UpdateFullMembers, { realmId: actor.realmId }, context);
    }
    return change ? changedOnWire(change) : {};
  }

  /** Notices go to streams that the actor may see; one that is not there and one that is hidden are refused alike. */
  private async checkStreams({ actor, changes }: UpdateRealm, context: RequestContext): Promise<void> {
    const ids = [changes.notificationsStreamId, changes.signupNotificationsStreamId].filter((id) => id != null);
    if (ids.length === 0) return;
    const { realmId, userId } = actor;
    const [streams, fanout] = await Promise.all([
      this.client.request(GetStreamFacts, { realmId }, context),
      this.client.request(GetFanoutFacts, { realmId, userIds: [userId] }, context),
    ]);
    const subscribed = fanout.state.subscriptions[userId] ?? [];
    for (const id of ids) {
      const stream = streams.state.find(({ streamId }) => streamId === id);
      if (!stream || (stream.isPrivate && !subscribed.includes(id))) throw badRequest('Invalid stream ID');
    }
  }
}

/** What PATCH /realm answers: the new values, texts without their content but for the name of a language. */
function changedOnWire({ realm, previous }: RealmChange): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(previous) as (keyof typeof previous)[]) {
    if (Object.hasOwn(REALM_SETTINGS, name)) {
      const value = realm[name as RealmSettingName];
      changed[REALM_SETTINGS[name as RealmSettingName].wireName] = typeof value === 'string' ? 'updated' : value;
    }
  }
  if (previous.defaultCodeBlockLanguage !== undefined) {
    changed['default_code_block_language'] = realm.defaultCodeBlockLanguage || null;
  }
  if (previous.authenticationMethods) changed['authentication_methods'] = realm.authenticationMethods;
  for (const name of ['notificationsStreamId', 'signupNotificationsStreamId'] as const) {
    if (previous[name] !== undefined) changed[wireName(name)] = realm[name] ?? -1;
  }
  if (previous.presenceDisabled !== undefined) changed['presence_disabled'] = realm.presenceDisabled;
  if (previous.defaultExternalAccounts) changed['default_external_accounts'] = 'updated';
  return changed;
}
