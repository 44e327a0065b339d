import { FileClaimsChanged, MessageSent } from '@chat/contracts';
import { eventIdentity } from '@chat/event-log';
import { RENDER_VERSION } from '@chat/markdown';
import { type Database, sqlState, UNIQUE_VIOLATION } from '@chat/persistence';
import { type ClaimSteps, NO_CLAIMS, WITH_CLAIMS } from './claim-steps.js';
import {
  INSERT_READ,
  insertMessages,
  type PreparedMessage,
  payloadOf,
  RECORD,
  recordOf,
  type StoredMessage,
} from './prepared-message.js';

/**
 * A send is this one statement, which is its own transaction. It takes the realm's lock and places in the outbox, and allocates the
 * ids behind the lock. It claims the send keys and inserts messages, read marks and events. It fails if a key was claimed before.
 */
const sendMessages = ({ steps, events, change, join }: ClaimSteps) => `
  WITH head AS (
    INSERT INTO outbox_head AS h (realm_id, sequence, recorded_at) VALUES ($1, $2, now())
    ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence + $2, recorded_at = now()
    RETURNING sequence - $2 AS sequence, old.recorded_at AS previous
  ), allocated AS MATERIALIZED (
    SELECT nextval('message_ids') AS id, clock_timestamp() AS allocated_at, given.*
    FROM (
      SELECT given.*, head.sequence + given.place + 1 AS sequence, head.previous
      FROM head, json_to_recordset($3::json) AS given (${RECORD}, payload_end text)
      ORDER BY given.place
    ) AS given
  ), claimed AS (
    INSERT INTO send_keys (sender_id, queue_id, local_id, message_id)
    SELECT sender_id, queue_id, local_id, id FROM allocated WHERE queue_id IS NOT NULL ORDER BY place
  ), inserted AS (
    ${insertMessages('$1', '$4')} ORDER BY id
  ), read AS (
    ${INSERT_READ}
  )${steps}, recorded AS (
    INSERT INTO outbox (realm_id, sequence, type, payload)
    SELECT $1, sequence, $5,
      '{"messageId":' || id || ',"sentAtSeconds":' || floor(extract(epoch FROM allocated_at))::bigint || ',' || payload_end
    FROM allocated ${events}
  )
  SELECT id, allocated.sequence, floor(extract(epoch FROM allocated_at))::bigint AS "sentAtSeconds", ${change} AS "claimsChange",
    ${eventIdentity('now()')} AS identity, ${eventIdentity('previous')} AS previous
  FROM allocated ${join} ORDER BY place`;

const SEND_MESSAGES = sendMessages(NO_CLAIMS);
const SEND_MESSAGES_WITH_CLAIMS = sendMessages(WITH_CLAIMS);

interface NewMessage {
  readonly id: number;
  readonly sequence: number;
  readonly sentAtSeconds: number;
  /** The payload of its FileClaimsChanged, if it links files. */
  readonly claimsChange: string | null;
  /** Of the events of this statement, and of the event before them. */
  readonly identity: number;
  readonly previous: number | null;
}

/**
 * Stores messages of one realm with their events, in one round trip. Results have the order given. Returns undefined, with nothing
 * done, if one of them had been sent before. No message may be the first of its stream, be a widget or call a bot: other rows change then,
 * too.
 * `onCommitted` is called before the events are appended to the log.
 */
export async function storeNewMessages(
  database: Database,
  realmId: number,
  messages: readonly PreparedMessage[],
  onCommitted?: () => void,
): Promise<StoredMessage[] | undefined> {
  const payloadEnds = messages.map((message) => JSON.stringify(payloadOf(message)).slice(1));
  const records = messages.map((message, place) => ({ ...recordOf(message, place), payload_end: payloadEnds[place] }));
  const claims = messages.flatMap(({ rendering }, place) =>
    rendering.claimedFiles.map(({ fileId, pathId }) => ({ place, file_id: fileId, path_id: pathId })),
  );
  const events = messages.length + new Set(claims.map(({ place }) => place)).size;
  const parameters = [realmId, events, JSON.stringify(records), RENDER_VERSION, MessageSent.type];
  const [statement, further] =
    claims.length === 0 ? [SEND_MESSAGES, []] : [SEND_MESSAGES_WITH_CLAIMS, [JSON.stringify(claims)]];
  try {
    const rows = await database.realmWrites.write<NewMessage>(
      realmId,
      statement,
      [...parameters, ...further],
      (stored) => ({
        realmId,
        identity: stored[0]?.identity,
        previous: stored[0]?.previous ?? undefined,
        events: eventsOf(stored, payloadEnds),
      }),
      onCommitted,
    );
    return rows.map(({ id }) => ({ messageId: id, isNew: true }));
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

/** As the statement records them. */
function eventsOf(stored: readonly NewMessage[], payloadEnds: readonly string[]) {
  const sent = stored.map(({ id, sequence, sentAtSeconds }, place) => ({
    sequence,
    type: MessageSent.type,
    payload: `{"messageId":${id},"sentAtSeconds":${sentAtSeconds},${payloadEnds[place]}`,
  }));
  const last = sent.at(-1)?.sequence ?? 0;
  const changes = stored.flatMap(({ claimsChange }) => (claimsChange === null ? [] : [claimsChange]));
  return [
    ...sent,
    ...changes.map((payload, place) => ({ sequence: last + place + 1, type: FileClaimsChanged.type, payload })),
  ];
}
