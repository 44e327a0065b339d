import type { ResponseTable } from './response.js';

export const REALM_RESPONSES: ResponseTable = {
  'GET /openapi.json': { fields: {}, isRaw: true },
  'GET /docs': { fields: {}, isRaw: true },
};
