import { fileTypeFromBuffer } from 'file-type';
import mime from 'mime';

/** First bytes of a file that its type is detected from. */
export const DETECTION_BYTES = 4_100;

const UNKNOWN = 'application/octet-stream';
const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
/** All formats of these classes have signatures, so bytes without one are something else. */
const CLASSES_WITH_SIGNATURES: readonly string[] = ['image', 'media', 'font'];

/**
 * The type of a file: the declared one if its class agrees with the first bytes, else that of the extension. Parameters are dropped.
 */
export async function contentTypeOf(declared: string, name: string, firstBytes: Buffer): Promise<string> {
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const detected = (await fileTypeFromBuffer(firstBytes))?.mime;
  return WELL_FORMED.test(type) && agrees(type, detected) ? type : (mime.getType(name) ?? UNKNOWN);
}

function agrees(declared: string, detected: string | undefined): boolean {
  if (detected !== undefined) return classOf(declared) === classOf(detected);
  return !CLASSES_WITH_SIGNATURES.includes(classOf(declared));
}

/** Sound and film share containers, so one format may have a type of either. */
function classOf(type: string): string {
  const [topLevel = ''] = type.split('/');
  return ['audio', 'video'].includes(topLevel) ? 'media' : topLevel;
}
