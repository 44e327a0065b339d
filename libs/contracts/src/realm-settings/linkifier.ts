import { IsInt, IsObject, IsString, MaxLength } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** A rule of the realm that turns text into a link. */
export interface LinkifierRecord {
  readonly id: number;
  /** RE2 syntax; its named groups are the variables of the template. Unique in the realm. */
  readonly pattern: string;
  /** RFC 6570 template. */
  readonly urlTemplate: string;
}

/** Linkifiers of one realm: each one costs time on every message. */
export const MAX_LINKIFIERS = 200;
export const MAX_LINKIFIER_TEXT_LENGTH = 2_000;

/**
 * Request: add a linkifier, last in order. Administrators only.
 *
 * Errors (BAD_REQUEST): "Bad regular expression: …", "Invalid URL template.", a group without a variable or the other way
 * round, "Linkifier pattern already exists."
 * Effect: exactly one LinkifiersChanged.
 */
export class CreateLinkifier extends ServiceRequest<{ readonly id: number }> {
  static readonly pattern = 'realm-settings.linkifiers.create';

  @IsObject() actor!: Principal;
  @IsString() @MaxLength(MAX_LINKIFIER_TEXT_LENGTH) pattern!: string;
  @IsString() @MaxLength(MAX_LINKIFIER_TEXT_LENGTH) urlTemplate!: string;
}

/** Request: replace a linkifier. As {@link CreateLinkifier}; "Linkifier not found." Effect: one LinkifiersChanged. */
export class UpdateLinkifier extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.linkifiers.update';

  @IsObject() actor!: Principal;
  @IsInt() linkifierId!: number;
  @IsString() @MaxLength(MAX_LINKIFIER_TEXT_LENGTH) pattern!: string;
  @IsString() @MaxLength(MAX_LINKIFIER_TEXT_LENGTH) urlTemplate!: string;
}

/** Request: remove a linkifier. Administrators only. Errors: "Linkifier not found." Effect: one LinkifiersChanged. */
export class DeleteLinkifier extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.linkifiers.delete';

  @IsObject() actor!: Principal;
  @IsInt() linkifierId!: number;
}
