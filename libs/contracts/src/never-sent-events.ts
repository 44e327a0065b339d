import { ClientEventOf } from './kit/client-event.js';
import { Bool, Id, Integer, ListOf, Num, Text } from './kit/fields.js';
import { HotspotsRegisterFields } from './realm/realm.register.js';

/* Events of the API that this server never sends. */

/** Client event of the API for video calls, which this server does not have. */
@ClientEventOf({ type: 'has_videocall_token', when: 'The user connected a video call account.', isNeverSent: true })
export class HasVideocallTokenEvent {
  @Bool() value!: boolean;
}

/** Client event of the API for hints to new users, which this server does not have. */
@ClientEventOf({ type: 'hotspots', when: 'The hints for a new user changed.', isNeverSent: true })
export class HotspotsEvent extends HotspotsRegisterFields {}

class RealmExport {
  @Id() id!: number;
  @Id() actingUserId!: number;
  @Num() exportTime!: number;
  @Num({ nullable: true }) deletedTimestamp!: number | null;
  @Num({ nullable: true }) failedTimestamp!: number | null;
  @Text({ nullable: true }) exportUrl!: string | null;
  @Bool() pending!: boolean;
}

/** Client event of the API; it carries the complete list of exports. This server has no exports. */
@ClientEventOf({ type: 'realm_export', when: 'An export of the data.', isNeverSent: true })
export class RealmExportEvent {
  @ListOf(RealmExport) exports!: readonly RealmExport[];
}

/** Client event of the API with the version of the restarted server. Event queues survive restarts. */
@ClientEventOf({ type: 'restart', when: 'The server was restarted.', isNeverSent: true })
export class RestartEvent {
  @Text() serviceVersion!: string;
  @Text() serviceMergeBase!: string;
  @Integer() serviceFeatureLevel!: number;
  @Bool() immediate!: boolean;
  @Integer() serverGeneration!: number;
}
