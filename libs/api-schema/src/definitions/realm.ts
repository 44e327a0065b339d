import { array, boolean, id, integer, type JsonSchema, nullable, number, object, string } from '../schema.js';

export const REALM_DEFINITIONS: Record<string, JsonSchema> = {
  RealmExport: object({
    id,
    acting_user_id: id,
    export_time: number,
    deleted_timestamp: nullable(number),
    failed_timestamp: nullable(number),
    export_url: nullable(string),
    pending: boolean,
  }),
  Attachment: object({
    id,
    name: string,
    path_id: string,
    size: integer,
    create_time: integer,
    messages: array(object({ id, date_sent: integer })),
  }),
};
