const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Text with each half of a broken surrogate pair replaced; such halves cannot be encoded and make `encodeURIComponent` throw. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}
