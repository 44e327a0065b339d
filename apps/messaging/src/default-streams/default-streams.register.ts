import {
  DefaultStreamGroupsRegisterFields,
  defaultStreamGroupForClients,
  isGuest,
  type RegisterFields,
  wantsState,
  writerOf,
} from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import type { RegisterPart } from '../register/register-part.js';
import { readDefaultStreamGroups, readDefaultStreamIds } from './default-streams.repository.js';

const writeGroups = writerOf(DefaultStreamGroupsRegisterFields);

/** `realm_default_streams` and `realm_default_stream_groups`, empty for guests: they do not see all public streams. */
export const defaultStreamsState: RegisterPart = async (tx, { request, realmId, streams }) => {
  const isShown = request.actor !== null && !isGuest(request.actor.role);
  const fields: RegisterFields = {};
  if (wantsState(request, 'default_streams')) {
    const [ids, { realm }] = await Promise.all([isShown ? readDefaultStreamIds(tx, realmId) : [], streams()]);
    const objects = ids.flatMap((id) => realm.byId.get(id)?.object ?? []);
    fields.realm_default_streams = new JsonText(`[${objects.join(',')}]`);
  }
  if (wantsState(request, 'default_stream_groups')) {
    const groups = isShown ? await readDefaultStreamGroups(tx, realmId) : [];
    Object.assign(fields, writeGroups({ realmDefaultStreamGroups: groups.map(defaultStreamGroupForClients) }));
  }
  return fields;
};
