import { RealmRequest, repeatable } from '../service-request.js';
import type { DefaultStreamGroupRecord } from './default-streams.schema.js';

/** A group of streams that a new person can choose. */
export type StreamGroupChoice = Pick<DefaultStreamGroupRecord, 'name' | 'description'>;

/** Reads the groups of default streams, by id, for the form of a new account. */
export class ListStreamGroupChoices extends repeatable(
  RealmRequest<readonly StreamGroupChoice[]>,
  'messaging.default_streams.list_choices',
) {}
