/**
 * SQL for the id of the first or last message of a place, `recipient` being an expression for its recipient id. A comparison of rows,
 * not `recipient_id = …`: that is right to the planner's eye by the primary key as well, which for a silent place is the
 * whole table (see ADR 6).
 */
const idAtEnd = (recipient: string, direction: 'ASC' | 'DESC'): string =>
  `SELECT m.id FROM messages m
   WHERE (m.recipient_id, m.id) > (${recipient}, 0) AND (m.recipient_id, m.id) <= (${recipient}, 9223372036854775807)
   ORDER BY m.recipient_id ${direction}, m.id ${direction} LIMIT 1`;

export const firstMessageIdOf = (recipient: string): string => idAtEnd(recipient, 'ASC');
export const lastMessageIdOf = (recipient: string): string => idAtEnd(recipient, 'DESC');
