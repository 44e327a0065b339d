import {
  type CustomProfileField,
  type Linkifier,
  LinkifiersChanged,
  type LoggedEvent,
  type Playground,
  PlaygroundsChanged,
  ProfileFieldsChanged,
  type RealmEmoji,
  RealmEmojiChanged,
  type RealmImageUrls,
  type RealmRecord,
  RealmUpdated,
  type Stamped,
} from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { LinkifiersRepository } from '../linkifiers/linkifiers.repository.js';
import { PlaygroundsRepository } from '../playgrounds/playgrounds.repository.js';
import { ProfileFieldsRepository } from '../profile-fields/profile-fields.repository.js';
import { Installation } from '../realm/installation.js';
import { RealmRepository } from '../realm/realm.repository.js';
import { composeRealmRecord } from '../realm/realm-record.js';
import { RealmEmojiRepository } from '../realm-emoji/realm-emoji.repository.js';

/** Everything that this service publishes of a realm, as of one sequence. */
export interface RealmState {
  /** Sequence of the last applied domain event of this service. */
  sequence: number;
  realm: RealmRecord & RealmImageUrls;
  profileFields: readonly CustomProfileField[];
  linkifiers: readonly Linkifier[];
  emoji: readonly RealmEmoji[];
  playgrounds: readonly Playground[];
}

/**
 * Holds every realm's state in memory and applies the service's own events to it. Thousands of clients register at once and each
 * reads the whole state, which changes a few times a day: a read costs no SQL.
 *
 * A read covers everything that was in the log **when the read began**, not only the request's `asOf`. Its reader, another
 * service's projection or a new event queue, continues from a log position, and the snapshot must never be older.
 */
@Injectable()
export class RealmStateService {
  private readonly projection: RealmProjection<RealmState>;

  constructor(
    private readonly reader: LogReader,
    private readonly database: Database,
    private readonly installation: Installation,
    private readonly realms: RealmRepository,
    private readonly profileFields: ProfileFieldsRepository,
    private readonly linkifiers: LinkifiersRepository,
    private readonly emoji: RealmEmojiRepository,
    private readonly playgrounds: PlaygroundsRepository,
  ) {
    this.projection = new RealmProjection<RealmState>(reader, {
      service: 'realm-settings',
      load: (realmId) => this.load(realmId),
      apply,
    });
  }

  /** Throws "Invalid realm" if there is none. Read the result at once: events change it in place. */
  async get(realmId: number): Promise<RealmState> {
    await this.reader.waitUntilLatest(realmId);
    return this.projection.get(realmId);
  }

  private async load(realmId: number): Promise<Stamped<RealmState>> {
    const { sequence, state } = await this.database.snapshot(realmId, async (tx) => ({
      realm: composeRealmRecord(await this.realms.get(tx, realmId), this.installation),
      profileFields: await this.profileFields.list(tx, realmId),
      linkifiers: await this.linkifiers.list(tx, realmId),
      emoji: await this.emoji.list(tx, realmId),
      playgrounds: await this.playgrounds.list(tx, realmId),
    }));
    return { sequence, state: { sequence, ...state } };
  }
}

function apply(state: RealmState, event: LoggedEvent): undefined {
  if (RealmUpdated.matches(event)) state.realm = withImageUrls(event.payload.realm, state.realm);
  else if (ProfileFieldsChanged.matches(event)) state.profileFields = event.payload.fields;
  else if (LinkifiersChanged.matches(event)) state.linkifiers = event.payload.linkifiers;
  else if (RealmEmojiChanged.matches(event)) state.emoji = event.payload.emoji;
  else if (PlaygroundsChanged.matches(event)) state.playgrounds = event.payload.playgrounds;
  state.sequence = event.sequence;
}

/** Replicas of 0.1.0 write no addresses of pictures, and change none. */
function withImageUrls(realm: RealmRecord, before: RealmImageUrls): RealmRecord & RealmImageUrls {
  const { iconUrl, logoUrl, nightLogoUrl } = before;
  return { iconUrl, logoUrl, nightLogoUrl, ...realm };
}
