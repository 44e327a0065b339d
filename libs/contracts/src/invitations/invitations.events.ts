import type { AudienceRule } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { isAdministrator } from '../roles.js';

/** Client event without fields: clients read the list again. */
@ClientEventOf({
  type: 'invites_changed',
  when: 'An invitation or link was made, used or revoked, or its maker was deactivated.',
})
export class InvitesChangedEvent {}

const administrators: AudienceRule<unknown> = {
  to: 'administrators',
  of: () => ({ kind: 'readers', test: ({ role }) => isAdministrator(role) }),
};

/** The invitations of the realm changed. Without details, because keys and addresses of invitees do not belong to the log. */
export const InvitationsChanged = domainEvent('users.invitations_changed', {
  payload: InvitesChangedEvent,
  audience: administrators,
  clientEvent: InvitesChangedEvent,
});
