import { BYTES } from '../../support/tus-request.js';
import { type Ask, hasAccount, type MakeRequest } from './ask.js';

const UNKNOWN = '0'.repeat(32);

/** Requests about an upload of the actor and about one of another user. */
function aboutUpload(method: string, tus: Readonly<Record<string, string>>): Record<string, MakeRequest> {
  const ask = (id: string): Ask => ({ path: `/tus/${id}`, tus, absent: { path: `/tus/${UNKNOWN}` } });
  return {
    [`${method} /tus/{upload_id} own`]: async (world, actor) =>
      ask(await world.upload(hasAccount(actor) ? actor : world.other)),
    [`${method} /tus/{upload_id} of another user`]: async (world) => ask(await world.upload(world.other)),
  };
}

export const UPLOAD_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'POST /user_uploads': () => ({ path: '/user_uploads', hasFile: true }),
  'POST /tus': () => ({ path: '/tus', tus: { 'upload-length': '5' } }),
  ...aboutUpload('GET', {}),
  ...aboutUpload('PATCH', { ...BYTES, 'upload-offset': '0' }),
  ...aboutUpload('DELETE', {}),
};
