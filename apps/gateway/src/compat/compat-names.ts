import type { RequestNames } from '../http/request/read-parameters.js';
import type { CompatTable } from './names.js';

/** Settings events name the setting in one field and its value in another. */
const VALUE_OF_SETTING: readonly (readonly [nameField: string, valueField: string])[] = [
  ['property', 'value'],
  ['setting_name', 'setting'],
];

/**
 * Speaks to clients of the reference server: answers carry their names beside the neutral ones (a value can have only
 * one name, so there theirs stands alone), requests may use either. The only place that knows both.
 */
export class CompatNames implements RequestNames {
  private readonly theirs: ReadonlyMap<string, string>;
  private readonly valuesFromThem = new Map<string, ReadonlyMap<string, string>>();
  private readonly valuesForThem = new Map<string, ReadonlyMap<string, string>>();
  /** Any text without these needs no change: most answers, found out without parsing them. */
  private readonly needsChange: RegExp;

  constructor({ names, values }: CompatTable) {
    this.theirs = new Map(names);
    for (const [field, pairs] of Object.entries(values)) {
      this.valuesForThem.set(field, new Map(pairs));
      this.valuesFromThem.set(field, new Map(pairs.map(([neutral, theirs]) => [theirs, neutral])));
    }
    const tokens = [
      ...names.map(([neutral]) => neutral),
      ...Object.values(values).flatMap((pairs) => pairs.map(([neutral]) => neutral)),
    ];
    this.needsChange = new RegExp(`"(?:${tokens.join('|')})"`);
  }

  alternativesTo(name: string): readonly string[] {
    const theirs = this.theirs.get(name);
    return theirs === undefined ? [] : [theirs];
  }

  valueOf(name: string, text: string): string {
    return this.valuesFromThem.get(name)?.get(text) ?? text;
  }

  /** The JSON text of an answer, in names that both kinds of clients know. */
  inAnswer(text: string): string {
    return this.needsChange.test(text) ? JSON.stringify(this.changed(JSON.parse(text))) : text;
  }

  private changed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.changed(item));
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Record<string, unknown>;
    const changed: [string, unknown][] = [];
    for (const [name, field] of Object.entries(fields)) {
      const theirValue = this.theirValue(name, this.changed(field));
      changed.push([name, theirValue]);
      const theirName = this.theirs.get(name);
      if (theirName !== undefined && !Object.hasOwn(fields, theirName)) changed.push([theirName, theirValue]);
    }
    const object = Object.fromEntries(changed);
    for (const [nameField, valueField] of VALUE_OF_SETTING) this.renameSetting(object, nameField, valueField);
    return object;
  }

  /** A field's value, or the keys of its choices (`emojiset_choices`: a list of `{key, text}`). */
  private theirValue(field: string, value: unknown): unknown {
    const values = this.valuesForThem.get(field);
    if (values !== undefined && typeof value === 'string') return values.get(value) ?? value;
    const choices = field.endsWith('_choices') ? this.valuesForThem.get(field.slice(0, -'_choices'.length)) : undefined;
    if (choices === undefined || !Array.isArray(value)) return value;
    return value.map((choice) => ({ ...choice, key: choices.get(choice.key) ?? choice.key }));
  }

  private renameSetting(object: Record<string, unknown>, nameField: string, valueField: string): void {
    const setting = object[nameField];
    const value = object[valueField];
    if (typeof setting !== 'string' || typeof value !== 'string') return;
    object[valueField] = this.valuesForThem.get(setting)?.get(value) ?? value;
  }
}
