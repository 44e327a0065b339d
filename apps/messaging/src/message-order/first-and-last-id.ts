/**
 * SQL for the id of the first or last message of those that have `value`, an expression, in `column`, which an index has before the id.
 * A comparison of rows, not `column = value`: that is right to the planner's eye by the primary key as well, which for a silent
 * place, or for a small realm beside a large one, is the whole table (see ADR 6).
 */
const idAtEnd = (column: 'recipient_id' | 'realm_id', value: string, direction: 'ASC' | 'DESC'): string =>
  `SELECT m.id FROM messages m
   WHERE (m.${column}, m.id) > (${value}, 0) AND (m.${column}, m.id) <= (${value}, 9223372036854775807)
   ORDER BY m.${column} ${direction}, m.id ${direction} LIMIT 1`;

/** Of a stream or conversation; `recipient` is an expression for its recipient id. */
export const firstMessageIdOf = (recipient: string): string => idAtEnd('recipient_id', recipient, 'ASC');
export const lastMessageIdOf = (recipient: string): string => idAtEnd('recipient_id', recipient, 'DESC');
/** `realm`: an expression for the realm's id. */
export const lastMessageIdOfRealm = (realm: string): string => idAtEnd('realm_id', realm, 'DESC');
