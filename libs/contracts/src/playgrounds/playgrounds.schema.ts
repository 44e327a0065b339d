import { badRequest } from '../errors/api-errors.js';
import { Field, Id, ListOf } from '../kit/fields.js';
import { type FieldType, isLink, mapped, refined, text } from '../kit/types/index.js';

/** Per realm. */
export const MAX_PLAYGROUNDS = 200;

const trimmed = (type: FieldType<string>) => mapped(type, (value) => value.trim(), type.problemOf);

const language = refined(text({ max: 40, blank: false }), (value) => {
  if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(value)) throw badRequest('Invalid characters in highlighter language');
});
const link = refined(text({ max: 1_024 }), (value) => {
  if (!isLink(value)) throw badRequest('url_prefix is not a URL');
});

/** A site that runs code of a language. Names are unique per language in the realm. */
export class PlaygroundFields {
  @Field(trimmed(text({ max: 100, controlCharacters: 'refused', blank: false }))) name!: string;
  @Field(trimmed(language)) highlighterLanguage!: string;
  @Field(link) urlPrefix!: string;
}

/** A playground of the realm with the id that DELETE /realm/playgrounds/{playground_id} takes. */
export class Playground extends PlaygroundFields {
  @Id() id!: number;
}

/** All playgrounds of the realm: payload of `PlaygroundsChanged`. */
export class PlaygroundList {
  @ListOf(Playground) playgrounds!: readonly Playground[];
}
