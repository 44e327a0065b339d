import { ListOf, OneOf, Text } from '../kit/fields.js';
import { text } from '../kit/types/index.js';
import { repeatable, ServiceRequest } from '../service-request.js';

/* Files of the web client of every release, which gateways share by the files service. */

const MAX_NAME = 200;
const MAX_FILES = 2_000;
/** Base64 characters. */
const MAX_CONTENT = 4 * 1024 * 1024;

/** A file of the client. */
export interface SharedWebAsset {
  /** `br`: the content is compressed by brotli. */
  readonly encoding: 'br' | null;
  /** Base64. */
  readonly content: string;
}

/** Says that a gateway serves these files. Replies those that are not stored yet. Files that none has served for long are deleted. */
export class FindMissingWebAssets extends repeatable(
  ServiceRequest<{ readonly missing: readonly string[] }>,
  'files.web_assets.find_missing',
) {
  @ListOf(text({ max: MAX_NAME }), { max: MAX_FILES }) names!: readonly string[];
}

/** Stores a file. The name contains a digest of the content, so a stored file never changes. */
export class StoreWebAsset extends repeatable(ServiceRequest<void>, 'files.web_assets.store') {
  @Text({ max: MAX_NAME }) name!: string;
  @OneOf(['br'], { nullable: true }) encoding!: SharedWebAsset['encoding'];
  @Text({ max: MAX_CONTENT }) content!: string;
}

/** Reads a file; null if there is none of this name. */
export class ReadWebAsset extends repeatable(
  ServiceRequest<{ readonly asset: SharedWebAsset | null }>,
  'files.web_assets.read',
) {
  @Text({ max: MAX_NAME }) name!: string;
}
