import { string } from '../schema.js';
import { answers, NO_FIELDS, type ResponseTable } from './response.js';

export const USER_RESPONSES: ResponseTable = {
  'PATCH /users/me/profile_data': NO_FIELDS,
  'DELETE /users/me/profile_data': NO_FIELDS,
  'POST /users/me/api_key/regenerate': answers({ api_key: string }),
};
