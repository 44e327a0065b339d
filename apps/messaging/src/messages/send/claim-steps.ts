import { FileClaimsChanged } from '@chat/contracts';

/** Further parts of the statement that stores new messages, for claims on the files that they link. */
export interface ClaimSteps {
  readonly steps: string;
  readonly events: string;
  readonly change: string;
  readonly join: string;
}

export const NO_CLAIMS: ClaimSteps = { steps: '', events: '', change: 'NULL::text', join: '' };

/** The events of the claims follow those of all messages. Versions follow the order of commits, so their number is taken behind the lock. */
export const WITH_CLAIMS: ClaimSteps = {
  steps: `, version AS MATERIALIZED (
    SELECT nextval('file_claim_versions') AS number FROM head
  ), claims AS (
    INSERT INTO file_claims (realm_id, file_id, path_id, message_id, recipient_id, stream_id)
    SELECT $1, given.file_id, given.path_id, allocated.id, allocated.recipient_id, allocated.stream_id
    FROM json_to_recordset($6::json) AS given (place integer, file_id bigint, path_id text) JOIN allocated USING (place)
    RETURNING file_id, message_id
  ), changes AS (
    SELECT place, head.sequence + (SELECT count(*) FROM allocated) + row_number() OVER (ORDER BY place) AS sequence,
      '{"version":' || version.number || ',"added":[' || added || '],"removed":[],"holds":[]}' AS payload
    FROM head CROSS JOIN version CROSS JOIN (
      SELECT place, string_agg('{"fileId":' || file_id || ',"messageId":' || message_id || ',"dateSent":'
        || floor(extract(epoch FROM allocated_at) * 1000)::bigint || '}', ',' ORDER BY file_id) AS added
      FROM claims JOIN allocated ON id = message_id GROUP BY place
    ) AS claiming
  )`,
  events: `UNION ALL SELECT $1, sequence, '${FileClaimsChanged.type}', payload FROM changes`,
  change: 'changes.payload',
  join: 'LEFT JOIN changes USING (place)',
};
