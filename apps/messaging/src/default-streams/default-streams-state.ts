import { isGuest, streamOnWire, wantsState } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';
import { readDefaultStreamGroups, readDefaultStreams } from './default-stream-rows.js';

/** `realm_default_streams`, `realm_default_stream_groups`. Guests, who do not see all public streams, get none. */
export const defaultStreamsState: RegisterPart = async (tx, { request, realmId }) => {
  const isShown = request.actor !== null && !isGuest(request.actor.role);
  const fields: Record<string, unknown> = {};
  if (wantsState(request, 'default_streams')) {
    const streams = isShown ? await readDefaultStreams(tx, realmId) : [];
    fields['realm_default_streams'] = streams.map(streamOnWire);
  }
  if (wantsState(request, 'default_stream_groups')) {
    const groups = isShown ? await readDefaultStreamGroups(tx, realmId) : [];
    fields['realm_default_stream_groups'] = groups.map(({ groupId, name, description, streams }) => ({
      id: groupId,
      name,
      description,
      streams: streams.map(streamOnWire),
    }));
  }
  return fields;
};
