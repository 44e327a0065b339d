import { array, deprecated, id, integer, object } from '../schema.js';
import { fieldsOf, type RegisterFields } from './register-field.js';

export const MESSAGE_REGISTER_FIELDS: RegisterFields = {
  ...fieldsOf(['message'], { max_message_id: deprecated(integer) }),
  ...fieldsOf(['recent_private_conversations'], {
    recent_private_conversations: array(object({ max_message_id: id, user_ids: array(id) })),
  }),
};
