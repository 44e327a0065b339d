const TEXT = /[&<>]/g;
const ATTRIBUTE = /[&<>"]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const entityOf = (character: string): string => ENTITIES[character] ?? '';

/** Text as it may stand between tags. */
export function escapeText(text: string): string {
  return text.replace(TEXT, entityOf);
}

/** Text as it may stand inside a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(ATTRIBUTE, entityOf);
}
