import { NO_FIELDS, type ResponseTable } from './response.js';

export const USER_RESPONSES: ResponseTable = {
  'PATCH /users/me/profile_data': NO_FIELDS,
  'DELETE /users/me/profile_data': NO_FIELDS,
};
