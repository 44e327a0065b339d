import type { EmojisetChoice } from '@chat/contracts';
import { type CompatTable, type EmojiFields, nameIn } from './names.js';

type Names = ReadonlyMap<string, string>;
type Fields = Record<string, unknown>;

/**
 * Translates names and values for clients of the reference server. Responses carry their names in addition to the neutral ones; of two
 * values a response can carry only theirs. Requests may use either.
 */
export class CompatNames {
  private readonly theirNames: Names;
  private readonly theirPaths: Names;
  /** Per field, a map from our values to theirs, for responses. */
  private readonly theirValues: ReadonlyMap<string, Names>;
  /** Per parameter, a map from their values to ours, for requests. */
  private readonly ourValues: ReadonlyMap<string, Names>;
  private readonly ourListValues: ReadonlyMap<string, Names>;
  /** Matches every text with something to translate. Most responses have nothing, and are not parsed. */
  private readonly hasOurNames: RegExp;

  constructor(private readonly table: CompatTable) {
    this.theirNames = new Map(table.names);
    this.theirPaths = new Map(table.paths);
    this.theirValues = mapValues(table.values, (pairs) => new Map(pairs));
    this.ourValues = mapValues(table.values, reversed);
    this.ourListValues = mapValues(table.listValues, reversed);
    const renamed = [table.names, ...Object.values(table.values)].flat();
    this.hasOurNames = new RegExp(`"(?:${[...new Set(renamed.map(([ours]) => ours))].join('|')})"`);
  }

  /** Further names of a parameter. */
  alternativesTo(name: string): readonly string[] {
    return optional(this.theirNames.get(name));
  }

  /** Further paths of an endpoint. */
  otherPaths(path: string): readonly string[] {
    return optional(this.theirPaths.get(path));
  }

  /** Our value of a parameter. `sentWith` reads another parameter of the request. */
  valueOf(name: string, text: string, sentWith: (name: string) => string | undefined): string {
    const inList = this.ourListValues.get(name);
    if (inList !== undefined) return translatedItems(text, inList);
    const [ours, theirs] = this.table.extraEmoji;
    // An emoji of the realm may have the same name.
    if (isEmoji(name) && text === theirs && sentWith(REACTION_TYPE) !== 'realm_emoji') return ours;
    return this.ourValues.get(name)?.get(text) ?? text;
  }

  inResponse(text: string): string {
    return this.hasOurNames.test(text) ? JSON.stringify(this.translated(JSON.parse(text))) : text;
  }

  private translated(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.translated(item));
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Fields;
    const translated: [string, unknown][] = [];
    for (const [name, field] of Object.entries(fields)) {
      const theirValue = this.theirValue(name, this.translated(field), fields);
      translated.push([name, theirValue]);
      const theirName = this.theirNames.get(name);
      if (theirName !== undefined && !Object.hasOwn(fields, theirName)) translated.push([theirName, theirValue]);
    }
    return Object.fromEntries(translated);
  }

  private theirValue(field: string, value: unknown, fields: Fields): unknown {
    if (typeof value === 'string') return this.theirText(field, value, fields);
    if (!Array.isArray(value)) return value;
    const listed = this.theirValues.get(this.table.listsOfValues[field] ?? '');
    if (listed !== undefined) return value.map((item) => listed.get(item) ?? item);
    const keys = this.theirValues.get(this.table.choicesOfValues[field] ?? '');
    if (keys === undefined) return value;
    return (value as EmojisetChoice[]).map((choice) => ({ ...choice, key: keys.get(choice.key) ?? choice.key }));
  }

  private theirText(field: string, text: string, fields: Fields): string {
    const { extraEmoji, settings, namesAsValues } = this.table;
    if (isEmoji(field) && fields[REACTION_TYPE] === 'service_extra_emoji') {
      return text === extraEmoji[0] ? extraEmoji[1] : text;
    }
    const settingFields = settings.filter(([, valueField]) => valueField === field);
    const named = settingFields.length === 0 ? field : settingFields.map(([name]) => fields[name]).find(Boolean);
    const theirs = typeof named === 'string' ? this.theirValues.get(named)?.get(text) : undefined;
    return theirs ?? (namesAsValues.includes(field) ? this.theirNames.get(text) : undefined) ?? text;
  }
}

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To) =>
  new Map(Object.entries(record).map(([name, value]) => [name, map(value)]));

const reversed = (pairs: readonly (readonly [string, string])[]): Names =>
  new Map(pairs.map(([ours, theirs]) => [theirs, ours]));

const optional = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name]);

const REACTION_TYPE = nameIn<EmojiFields>('reaction_type');
const EMOJI_FIELDS = [nameIn<EmojiFields>('emoji_name'), nameIn<EmojiFields>('emoji_code')];
const isEmoji = (field: string): boolean => EMOJI_FIELDS.includes(field);

/** Leaves a text that is no JSON list to the check of the parameter. */
function translatedItems(text: string, names: Names): string {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? JSON.stringify(items.map((item) => names.get(item) ?? item)) : text;
  } catch {
    return text;
  }
}
