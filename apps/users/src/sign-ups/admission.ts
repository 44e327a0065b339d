import type { RealmRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { Admission } from '../invitations/invitations.repository.js';
import { useInvitation, useLink } from '../invitations/use-invitations.js';

/** A person with a proved address, and the link for any number of people by which they came. */
interface Applicant {
  readonly email: string;
  readonly invitationLinkId: number | null;
}

/**
 * Uses the invitations of the person. Returns the admission by the link or else by an invitation of the address; null if there is none and
 * the realm needs none; or why the person may not join.
 */
export async function admissionOf(
  tx: Transaction,
  { realmId, inviteRequired }: Pick<RealmRecord, 'realmId' | 'inviteRequired'>,
  { email, invitationLinkId }: Applicant,
): Promise<Admission | null | 'link_not_valid' | 'invitation_required'> {
  const link = invitationLinkId === null ? undefined : await useLink(tx, realmId, invitationLinkId);
  if (invitationLinkId !== null && link === undefined) return 'link_not_valid';
  // Invitations of the address end also if the person came by a link.
  const invitation = await useInvitation(tx, realmId, { email });
  return link ?? invitation ?? (inviteRequired ? 'invitation_required' : null);
}
