import type { MessageFlag } from '@chat/contracts';

/** State of a message for one user, from which the flags follow. */
export interface NotedMessage {
  readonly isRead: boolean;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
  readonly isMentioned: boolean;
  readonly isWildcardMention: boolean;
  readonly hasAlertWord: boolean;
  readonly isReceived: boolean;
}

/** A spectator has read everything. */
export const SPECTATOR_FLAGS: readonly MessageFlag[] = ['read'];

/** A message that the user sees but did not receive is history, without mentions. */
export function flagNames(row: NotedMessage): MessageFlag[] {
  const states: readonly (readonly [boolean, MessageFlag])[] = [
    [row.isRead, 'read'],
    [row.isStarred, 'starred'],
    [row.isCollapsed, 'collapsed'],
    [row.isReceived && row.isMentioned, 'mentioned'],
    [row.isReceived && row.isWildcardMention, 'wildcard_mentioned'],
    [row.isReceived && row.hasAlertWord, 'has_alert_word'],
    [!row.isReceived, 'historical'],
  ];
  return states.flatMap(([isSet, flag]) => (isSet ? [flag] : []));
}
