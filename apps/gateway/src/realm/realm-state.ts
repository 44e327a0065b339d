import { ALL_CAPABILITIES, GetRealmRegisterState, type Principal } from '@chat/contracts';
import type { Call } from '../http/index.js';

/** What register shows under `type` of the realm's part: several endpoints answer the same by itself. */
export async function realmState(
  call: Pick<Call, 'request'> & { readonly principal: Principal },
  type: 'realm_domains' | 'realm_emoji' | 'realm_linkifiers' | 'custom_profile_fields',
): Promise<unknown> {
  const { state } = await call.request(GetRealmRegisterState, {
    actor: call.principal,
    fetchEventTypes: [type],
    clientExtavatar: true,
    includeSubscribers: false,
    slimPresence: true,
    capabilities: ALL_CAPABILITIES,
  });
  return state[type];
}
