import { endpoint } from '../kit/endpoint.js';
import { Id, Integer, ListOf, OneOf, Text, Timestamp } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { ROLES, Role } from '../roles.js';
import { DEFAULT_INVITATION_MINUTES, Invitation, MAX_INVITED_STREAMS } from './invitations.schema.js';

/** In characters: room for MAX_INVITEES addresses with names. */
const MAX_INVITEE_TEXT_LENGTH = 400_000;
/** About 4,000 years; later times have no form in the API. */
const MAX_INVITATION_MINUTES = 2_147_483_647;

class InvitationOptions {
  @OneOf(ROLES, { default: Role.Member, description: 'Role of the future users.' }) inviteAs!: Role;
  @Integer({
    min: 1,
    max: MAX_INVITATION_MINUTES,
    nullable: true,
    default: DEFAULT_INVITATION_MINUTES,
    description: 'Null: never.',
  })
  inviteExpiresInMinutes!: number | null;
}

/** Parameters of `POST /invites`. */
export class NewInvitations extends InvitationOptions {
  @Text({
    max: MAX_INVITEE_TEXT_LENGTH,
    controlCharacters: 'allowed',
    description: 'Separated by commas or line breaks; `Name <address>` is an address, too.',
  })
  inviteeEmails!: string;
  @ListOf(id(), { max: MAX_INVITED_STREAMS, description: 'Empty: the default streams.' }) streamIds!: readonly number[];
}

/** Parameters of `POST /invites/multiuse`. */
export class NewInvitationLink extends InvitationOptions {
  @ListOf(id(), { max: MAX_INVITED_STREAMS, default: [], description: 'Empty: the default streams.' })
  streamIds!: readonly number[];
}

/** Path parameter of the endpoints for one invitation or link. */
export class InvitationSelection {
  @Id() id!: number;
}

/** Response of `GET /invites`. */
export class InvitationList {
  @ListOf(Invitation) invites!: readonly Invitation[];
}

/** Response of `POST /invites/{id}/resend`: the time of the new mail. */
export class InvitationResent {
  @Timestamp() timestamp!: number;
}

/** Response of `POST /invites/multiuse`. */
export class InvitationLink {
  @Text() inviteLink!: string;
}

const members = { minimumRole: Role.Member, bots: 'refused' } as const;
const administrators = { minimumRole: Role.Administrator, bots: 'refused' } as const;

/**
 * One bad address, and nothing is sent; addresses with accounts are skipped. `invite_to_realm_policy` causes "Insufficient permission".
 * Only owners invite owners, and only administrators invite administrators and moderators. Further errors (BAD_REQUEST): "You must
 * specify at least one email address."; "Stream does not exist with id: N. No invites were sent." Without the right of
 * `invite_to_stream_policy`: "You do not have permission to subscribe other users to streams." Error INVITATION_FAILED: for addresses,
 * and for the limit of a day.
 */
export const createInvitations = endpoint('POST /invites', {
  pattern: 'users.invitations.create',
  ...members,
  summary: 'Invite people by mail',
  parameters: NewInvitations,
  example: { inviteeEmails: 'Nora Lind <nora@example.com>, otto@example.com' },
});

/** Own invitations; administrators get all invitations and links. Ascending by id, links last. */
export const listInvitations = endpoint('GET /invites', {
  pattern: 'users.invitations.list',
  ...members,
  summary: 'List pending invitations',
  response: InvitationList,
});

/**
 * The former mail becomes useless, and the invitation lasts as long as at first. Errors (BAD_REQUEST): "No such invitation"; those of
 * rights. Error INVITATION_FAILED: for the limit of a day.
 */
export const resendInvitation = endpoint('POST /invites/{id}/resend', {
  pattern: 'users.invitations.resend',
  ...members,
  summary: 'Mail an invitation again; administrators may for others',
  parameters: InvitationSelection,
  response: InvitationResent,
});

/** Errors (BAD_REQUEST): "No such invitation"; "Must be an organization administrator" for an invitation of another user. */
export const revokeInvitation = endpoint('DELETE /invites/{id}', {
  pattern: 'users.invitations.revoke',
  ...members,
  summary: 'Revoke an invitation; administrators may for others',
  parameters: InvitationSelection,
});

/** Errors (BAD_REQUEST): "Invalid stream ID N. No invites were sent."; those of rights. */
export const createInvitationLink = endpoint('POST /invites/multiuse', {
  pattern: 'users.invitation_links.create',
  ...administrators,
  summary: 'Make a link by which any number of people may join; administrators',
  parameters: NewInvitationLink,
  example: { inviteAs: Role.Guest },
  response: InvitationLink,
});

/** Ends sign-ups that began with the link, too. Errors (BAD_REQUEST): "No such invitation"; "Invitation has already been revoked". */
export const revokeInvitationLink = endpoint('DELETE /invites/multiuse/{id}', {
  pattern: 'users.invitation_links.revoke',
  ...administrators,
  summary: 'Revoke a link; administrators',
  parameters: InvitationSelection,
});
