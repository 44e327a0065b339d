import { IsInt, IsObject, IsString, MaxLength } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** A place elsewhere where code of a language can be tried. */
export interface PlaygroundRecord {
  readonly id: number;
  readonly name: string;
  readonly highlighterLanguage: string;
  readonly urlPrefix: string;
}

/** Playgrounds of one realm. */
export const MAX_PLAYGROUNDS = 200;
export const MAX_PLAYGROUND_NAME_LENGTH = 100;
export const MAX_PLAYGROUND_LANGUAGE_LENGTH = 40;
export const MAX_PLAYGROUND_URL_LENGTH = 1_024;

/**
 * Request: add a code playground. Administrators only.
 * Errors (BAD_REQUEST): "url_prefix is not a URL", "Invalid characters in highlighter language", "Realm playground with this
 * language and name already exists." Effect: exactly one PlaygroundsChanged.
 */
export class CreatePlayground extends ServiceRequest<{ readonly id: number }> {
  static readonly pattern = 'realm-settings.playgrounds.create';

  @IsObject() actor!: Principal;
  @IsString() @MaxLength(MAX_PLAYGROUND_NAME_LENGTH) name!: string;
  @IsString() @MaxLength(MAX_PLAYGROUND_LANGUAGE_LENGTH) highlighterLanguage!: string;
  @IsString() @MaxLength(MAX_PLAYGROUND_URL_LENGTH) urlPrefix!: string;
}

/** Request: remove a code playground. Administrators only. Errors: "Invalid playground". Effect: one PlaygroundsChanged. */
export class DeletePlayground extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.playgrounds.delete';

  @IsObject() actor!: Principal;
  @IsInt() playgroundId!: number;
}
