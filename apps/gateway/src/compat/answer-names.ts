import type { CompatTable } from './names.js';

type Fields = Record<string, unknown>;

/** Puts a client's names beside ours into answers, and its values in the place of ours. */
export class AnswerNames {
  private readonly names: ReadonlyMap<string, string>;
  private readonly values = new Map<string, ReadonlyMap<string, string>>();
  /** Any text without these needs no change: most answers, found out without parsing them. */
  private readonly needsChange: RegExp;

  constructor(private readonly table: CompatTable) {
    this.names = new Map(table.names);
    for (const [field, pairs] of Object.entries(table.values)) this.values.set(field, new Map(pairs));
    const renamed = [table.names, ...Object.values(table.values)].flat();
    const tokens = new Set(renamed.map(([neutral]) => neutral));
    this.needsChange = new RegExp(`"(?:${[...tokens].join('|')})"`);
  }

  inAnswer(text: string): string {
    return this.needsChange.test(text) ? JSON.stringify(this.changed(JSON.parse(text))) : text;
  }

  private changed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.changed(item));
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Fields;
    const changed: [string, unknown][] = [];
    for (const [name, field] of Object.entries(fields)) {
      const theirValue = this.theirValue(name, this.changed(field), fields);
      changed.push([name, theirValue]);
      const theirName = this.names.get(name);
      if (theirName !== undefined && !Object.hasOwn(fields, theirName)) changed.push([theirName, theirValue]);
    }
    return Object.fromEntries(changed);
  }

  private theirValue(field: string, value: unknown, fields: Fields): unknown {
    if (typeof value === 'string') return this.theirText(field, value, fields);
    if (!Array.isArray(value)) return value;
    const listed = this.values.get(this.table.listsOfValues[field] ?? '');
    if (listed !== undefined) return value.map((item) => listed.get(item) ?? item);
    return field.endsWith('_choices') ? this.theirChoices(field, value) : value;
  }

  private theirText(field: string, text: string, fields: Fields): string {
    if (this.isOfExtraEmoji(field, fields)) return text === this.table.extraEmoji[0] ? this.table.extraEmoji[1] : text;
    const settingFields = this.table.settings.filter(([, valueField]) => valueField === field);
    const named = settingFields.length === 0 ? field : settingFields.map(([name]) => fields[name]).find(Boolean);
    const renamed = typeof named === 'string' ? this.values.get(named)?.get(text) : undefined;
    if (renamed !== undefined) return renamed;
    return this.table.namesAsValues.includes(field) ? (this.names.get(text) ?? text) : text;
  }

  /** The keys of a setting's choices (`emojiset_choices`: a list of `{key, text}`). */
  private theirChoices(field: string, choices: readonly unknown[]): unknown {
    const values = this.values.get(field.slice(0, -'_choices'.length));
    if (values === undefined) return choices;
    return (choices as Fields[]).map((choice) => ({
      ...choice,
      key: values.get(String(choice['key'])) ?? choice['key'],
    }));
  }

  private isOfExtraEmoji(field: string, fields: Fields): boolean {
    if (field !== 'emoji_name' && field !== 'emoji_code') return false;
    return fields['reaction_type'] === 'service_extra_emoji';
  }
}
