import { ProfileFieldsChanged, type ProfileFieldsChangedPayload, profileFieldOnWire } from '@chat/contracts';
import type { ClientEventMapping } from '../../fan-out/client-event-mapping.js';

/*
 * Lists that clients are told whole, everybody. Source: reference shapes.
 */

export const profileFieldsChangedMapping: ClientEventMapping<ProfileFieldsChangedPayload> = {
  source: ProfileFieldsChanged,
  audience: () => ({ kind: 'realm' }),
  forClient: ({ fields }) => [{ type: 'custom_profile_fields', fields: fields.map(profileFieldOnWire) }],
};
