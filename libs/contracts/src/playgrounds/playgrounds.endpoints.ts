import { Created, endpoint } from '../kit/endpoint.js';
import { Id } from '../kit/fields.js';
import { Role } from '../roles.js';
import { PlaygroundFields } from './playgrounds.schema.js';

/** Path parameter of DELETE /realm/playgrounds/{playground_id}. */
export class PlaygroundSelection {
  @Id() playgroundId!: number;
}

/** Errors (BAD_REQUEST): "Realm playground with this language and name already exists."; too many. */
export const createPlayground = endpoint('POST /realm/playgrounds', {
  pattern: 'realm-settings.playgrounds.create',
  minimumRole: Role.Administrator,
  summary: 'Add a code playground',
  parameters: PlaygroundFields,
  example: { name: 'Python playground' },
  response: Created,
});

/** Errors (BAD_REQUEST): "Invalid playground". */
export const deletePlayground = endpoint('DELETE /realm/playgrounds/{playground_id}', {
  pattern: 'realm-settings.playgrounds.delete',
  minimumRole: Role.Administrator,
  summary: 'Remove a code playground',
  parameters: PlaygroundSelection,
});
