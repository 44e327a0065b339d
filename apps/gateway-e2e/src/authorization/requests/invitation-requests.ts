import { Role } from '@chat/contracts';
import type { Actor, World } from '../actors.js';
import { type Ask, at, inEach, type MakeRequest, plain, withId } from './ask.js';

const mayInvite = ({ kind }: Actor) => ['owner', 'administrator', 'moderator', 'member'].includes(kind);
const inviteeOf = (world: World): string => `${world.name()}@example.com`;
const invitationAs = (world: World, role: Role): Ask => ({
  path: '/invites',
  parameters: { invitee_emails: inviteeOf(world), stream_ids: [], invite_as: role },
});
const invitationOf = async (world: World, { client }: { client: Actor['client'] }): Promise<number> => {
  const email = inviteeOf(world);
  await client.post('/invites', { invitee_emails: email, stream_ids: [] });
  const { invites } = await client.get('/invites');
  return invites.find((invitation: { email?: string }) => invitation.email === email).id;
};

/** Invitations by mail and by link. */
export const INVITATION_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'GET /invites': plain('/invites'),
  ...inEach('POST /invites', (stream, world) =>
    withId('/invites', 'stream_ids', world.streams[stream], { invitee_emails: inviteeOf(world) }, (id) => [id]),
  ),
  'POST /invites of administrators': (world) => invitationAs(world, Role.Administrator),
  'POST /invites of owners': (world) => invitationAs(world, Role.Owner),
  'POST /invites/{id}/resend own': async (world, actor) =>
    at((id) => `/invites/${id}/resend`, await invitationOf(world, mayInvite(actor) ? actor : world.other)),
  'POST /invites/{id}/resend foreign': async (world) =>
    at((id) => `/invites/${id}/resend`, await invitationOf(world, world.other)),
  'DELETE /invites/{id} own': async (world, actor) =>
    at((id) => `/invites/${id}`, await invitationOf(world, mayInvite(actor) ? actor : world.other)),
  'DELETE /invites/{id} foreign': async (world) => at((id) => `/invites/${id}`, await invitationOf(world, world.other)),
  'POST /invites/multiuse': plain('/invites/multiuse'),
  'POST /invites/multiuse of owners': plain('/invites/multiuse', { invite_as: Role.Owner }),
  'DELETE /invites/multiuse/{id}': async ({ owner }) => {
    const { invite_link } = await owner.client.post('/invites/multiuse');
    const { invites } = await owner.client.get('/invites');
    const link = invites.find(({ link_url }: { link_url?: string }) => link_url === invite_link);
    return at((id) => `/invites/multiuse/${id}`, link.id);
  },
};
