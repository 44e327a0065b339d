import { MAX_FILE_NAME_BYTES } from '@chat/contracts';

/** Name of a file without a usable name. */
const UNNAMED = 'uploaded-file';
/** Longest extension that a shortened name keeps, in bytes. */
const MAX_EXTENSION_BYTES = 32;

/** Control characters, separators of lines, and characters that change the direction of text. They deceive the reader. */
const DECEPTIVE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The name that people see. Differs from the uploaded one by characters that deceive or that file systems forbid, and by its length. */
export function nameForPeople(uploaded: string): string {
  const name = decoded(uploaded).normalize('NFC').replace(DECEPTIVE, '').replace(/[/\\]/g, '').trim();
  return isUsable(name) ? shortened(name) : UNNAMED;
}

/** The last segment of the path: letters, digits, `_`, `.` and `-` only. */
export function nameInPath(uploaded: string): string {
  const name = decoded(uploaded)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return isUsable(name) ? shortened(name) : UNNAMED;
}

const isUsable = (name: string): boolean => !['', '.', '..'].includes(name);

/** Some clients send names percent-encoded. */
function decoded(uploaded: string): string {
  try {
    return decodeURIComponent(uploaded);
  } catch {
    return uploaded;
  }
}

/** Leaves out the end of the stem, so that the extension stays. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_FILE_NAME_BYTES) return name;
  const extension = /\.[^.]+$/.exec(name)?.[0] ?? '';
  const kept = Buffer.byteLength(extension) <= MAX_EXTENSION_BYTES ? extension : '';
  return beginning(name, MAX_FILE_NAME_BYTES - Buffer.byteLength(kept)) + kept;
}

/** As many whole characters as fit. */
function beginning(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
