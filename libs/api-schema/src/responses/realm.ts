import { array, id, ref } from '../schema.js';
import { answers, NO_FIELDS, type ResponseTable } from './response.js';

const created = answers({ id });

export const REALM_RESPONSES: ResponseTable = {
  'PATCH /realm': NO_FIELDS,
  'POST /realm/deactivate': NO_FIELDS,
  'GET /realm/profile_fields': answers({ custom_fields: array(ref('CustomProfileField')) }),
  'POST /realm/profile_fields': created,
  'PATCH /realm/profile_fields': NO_FIELDS,
  'PATCH /realm/profile_fields/{field_id}': NO_FIELDS,
  'DELETE /realm/profile_fields/{field_id}': NO_FIELDS,
  'GET /openapi.json': { fields: {}, isRaw: true },
  'GET /docs': { fields: {}, isRaw: true },
};
