import type { RequestNames } from '../http/parameters.pipe.js';
import { AnswerNames } from './answer-names.js';
import type { CompatTable } from './names.js';

type Renaming = ReadonlyMap<string, string>;

const towards = (theirs: 'neutral' | 'theirs', pairs: readonly (readonly [string, string])[]): Renaming =>
  new Map(pairs.map(([neutral, other]) => (theirs === 'theirs' ? [neutral, other] : [other, neutral])));

/**
 * Speaks to clients of the reference server: answers carry their names beside the neutral ones (a value can have only
 * one name, so there theirs stands alone), requests may use either. The only place that knows both.
 */
export class CompatNames implements RequestNames {
  private readonly theirNames: Renaming;
  private readonly theirPaths: Renaming;
  private readonly values: ReadonlyMap<string, Renaming>;
  private readonly listValues: ReadonlyMap<string, Renaming>;
  private readonly answers: AnswerNames;

  constructor(private readonly table: CompatTable) {
    const fromThem = (values: CompatTable['values']) =>
      new Map(Object.entries(values).map(([name, pairs]): [string, Renaming] => [name, towards('neutral', pairs)]));
    this.theirNames = towards('theirs', table.names);
    this.theirPaths = towards('theirs', table.paths);
    this.values = fromThem(table.values);
    this.listValues = fromThem(table.listValues);
    this.answers = new AnswerNames(table);
  }

  alternativesTo(name: string): readonly string[] {
    const theirs = this.theirNames.get(name);
    return theirs === undefined ? [] : [theirs];
  }

  otherPaths(path: string): readonly string[] {
    const theirs = this.theirPaths.get(path);
    return theirs === undefined ? [] : [theirs];
  }

  valueOf(name: string, text: string, sentWith: (name: string) => string | undefined): string {
    const inList = this.listValues.get(name);
    if (inList !== undefined) return renamedItems(text, inList);
    if ((name === 'emoji_name' || name === 'emoji_code') && this.isExtraEmoji(text, sentWith('reaction_type'))) {
      return this.table.extraEmoji[0];
    }
    return this.values.get(name)?.get(text) ?? text;
  }

  /** The JSON text of an answer, in names that both kinds of clients know. */
  inAnswer(text: string): string {
    return this.answers.inAnswer(text);
  }

  /** An emoji of the realm may have the same name; then the client says so. */
  private isExtraEmoji(text: string, reactionType: string | undefined): boolean {
    return text === this.table.extraEmoji[1] && reactionType !== 'realm_emoji';
  }
}

/** A list as JSON text; what is none is left for the parameter to refuse. */
function renamedItems(text: string, names: Renaming): string {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? JSON.stringify(items.map((item) => names.get(item) ?? item)) : text;
  } catch {
    return text;
  }
}
