import {
  badRequest,
  LinkifiersChanged,
  type LoggedEvent,
  PlaygroundsChanged,
  ProfileFieldsChanged,
  RealmEmojiChanged,
  RealmUpdated,
  type Stamped,
} from '@chat/contracts';
import { factsTailKey, partitionOf, RealmProjection } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { readLinkifiers } from '../linkifiers/linkifier-rows.js';
import { readPlaygrounds } from '../playgrounds/playground-rows.js';
import { readProfileFields } from '../profile-fields/profile-field-rows.js';
import { composeRealmRecord } from '../realm/compose-realm-record.js';
import { readRealm } from '../realm/realm-row.js';
import { readRealmEmoji } from '../realm-emoji/realm-emoji-rows.js';
import { INSTALLATION, type Installation } from '../server/installation.js';
import type { RealmState } from './realm-state.js';

/**
 * Every realm's state in memory, followed by the service's own events. Thousands of clients register at once and each asks
 * for all of it, while it changes a few times a day: a read costs no SQL.
 *
 * What is read covers everything that was in the log **when the read began**, not only what the request is `asOf`: a snapshot
 * must never be older than the place from which its reader (another service's projection, a new event queue) goes on.
 */
@Injectable()
export class RealmStates {
  private readonly projection: RealmProjection<RealmState>;

  constructor(
    private readonly resources: ServiceResources,
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {
    this.projection = new RealmProjection<RealmState>(resources.reader, {
      service: 'realm-settings',
      load: (realmId) => this.load(realmId),
      apply,
    });
  }

  /** "Invalid realm" when there is none. Read it at once: later it may be another. */
  async get(realmId: number): Promise<RealmState> {
    const { redis, reader } = this.resources;
    const tail = await redis.get(factsTailKey(partitionOf(realmId)));
    if (tail !== null) await reader.waitUntilApplied(realmId, tail);
    return this.projection.get(realmId);
  }

  private async load(realmId: number): Promise<Stamped<RealmState>> {
    const { sequence, state } = await this.database.snapshot(realmId, async (tx) => {
      const row = await readRealm(tx, realmId);
      if (!row) throw badRequest('Invalid realm');
      return {
        realm: composeRealmRecord(row, this.installation),
        profileFields: await readProfileFields(tx, realmId),
        linkifiers: await readLinkifiers(tx, realmId),
        emoji: await readRealmEmoji(tx, realmId),
        playgrounds: await readPlaygrounds(tx, realmId),
      };
    });
    return { sequence, state: { sequence, ...state } };
  }
}

function apply(state: RealmState, event: LoggedEvent): void {
  if (RealmUpdated.matches(event)) state.realm = event.payload.realm;
  else if (ProfileFieldsChanged.matches(event)) state.profileFields = event.payload.fields;
  else if (LinkifiersChanged.matches(event)) state.linkifiers = event.payload.linkifiers;
  else if (RealmEmojiChanged.matches(event)) state.emoji = event.payload.emoji;
  else if (PlaygroundsChanged.matches(event)) state.playgrounds = event.payload.playgrounds;
  state.sequence = event.sequence;
}
