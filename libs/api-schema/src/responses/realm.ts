import { NO_FIELDS, type ResponseTable } from './response.js';

export const REALM_RESPONSES: ResponseTable = {
  'PATCH /realm': NO_FIELDS,
  'POST /realm/deactivate': NO_FIELDS,
  'GET /openapi.json': { fields: {}, isRaw: true },
  'GET /docs': { fields: {}, isRaw: true },
};
