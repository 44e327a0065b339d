import { Parameter, type Rule } from './parameter.js';
import { blank, controlCharacter, malformedUnicode, notA, nullBytes, tooLong } from './refusals.js';

export interface TextOptions {
  /** In Unicode code points; longer text is refused. Leave it out where the service cuts instead. */
  readonly maxLength?: number;
  /** Refuse text that is empty or all white space. */
  readonly notBlank?: boolean;
  /**
   * `null bytes refused` is the default: no store takes them. `refused` refuses every control character (names, topics).
   * `allowed` passes everything on, for a service that refuses in words of its own.
   */
  readonly controlCharacters?: 'null bytes refused' | 'refused' | 'allowed';
}

const CONTROL_CHARACTER = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;

/** Any text, sent as it is. */
export function text(options: TextOptions = {}): Parameter<string> {
  const { maxLength, notBlank = false, controlCharacters = 'null bytes refused' } = options;

  const read = (value: string, name: string): string => {
    if (LONE_SURROGATE.test(value)) throw malformedUnicode(name);
    if (controlCharacters === 'null bytes refused' && value.includes('\0')) throw nullBytes(name);
    if (controlCharacters === 'refused') refuseControlCharacters(value, name);
    // UTF-16 units are never fewer than code points, so the expensive count is for suspects only.
    if (maxLength !== undefined && value.length > maxLength && [...value].length > maxLength) {
      throw tooLong(name, maxLength);
    }
    if (notBlank && value.trim() === '') throw blank(name);
    return value;
  };
  const rule: Rule<string> = {
    kind: 'text',
    encoding: 'plain',
    schema: { type: 'string', ...(maxLength !== undefined && { maxLength }), ...(notBlank && { minLength: 1 }) },
    read,
    check: (value, name) => {
      if (typeof value !== 'string') throw notA('a string', name);
      return read(value, name);
    },
  };
  return new Parameter(rule);
}

function refuseControlCharacters(value: string, name: string): void {
  const match = CONTROL_CHARACTER.exec(value);
  if (match !== null) throw controlCharacter(name, [...value.slice(0, match.index)].length + 1);
}
