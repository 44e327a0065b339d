import { Id, ListOf } from '../kit/fields.js';
import { id } from '../kit/types/numbers.js';
import { MAX_STREAMS_PER_SUBSCRIBE } from '../limits.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Request: no notices go to these streams, which are archived. The messaging service asks so after its commit; realm-settings also
 * does it by itself when `StreamArchived` reaches it. Errors: none. Effect: RealmUpdated, if any of them did.
 */
export class ForgetArchivedStreams extends ServiceRequest<void> {
  static readonly pattern = 'realm-settings.realm.forget_archived_streams';
  /** Short: whoever archives a stream does not wait long for a service that is away. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @ListOf(id(), { max: MAX_STREAMS_PER_SUBSCRIBE }) streamIds!: readonly number[];
}
