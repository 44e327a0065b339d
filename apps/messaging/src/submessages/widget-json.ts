import { anyValue, badRequest, type FieldType, refined } from '@chat/contracts';

/** Text in the JSON of a widget. It need not be well-formed Unicode: the JSON is stored with its escapes. */
export const widgetText = refined(anyValue, (value, name) => {
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`);
}) as FieldType<string>;

/** The value of a JSON text; undefined if the text is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
