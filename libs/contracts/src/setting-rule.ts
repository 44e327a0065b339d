/** What values a setting may take. Plain data, so that parameters, checks, documents and tests are all made from it. */
export type SettingRule =
  | { readonly kind: 'boolean' }
  /** One of `values`. */
  | { readonly kind: 'choice'; readonly values: readonly number[] }
  | { readonly kind: 'word'; readonly values: readonly string[] }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly orNull?: boolean }
  | { readonly kind: 'text'; readonly maxLength: number };

/** A value that a setting may have. */
export type SettingValue = boolean | number | string | null;

/** Whether `rule` allows `value`. Lengths count Unicode code points. */
export function allowsValue(rule: SettingRule, value: unknown): value is SettingValue {
  switch (rule.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return rule.values.includes(value as number);
    case 'word':
      return rule.values.includes(value as string);
    case 'integer':
      if (value === null) return rule.orNull === true;
      return Number.isInteger(value) && (value as number) >= rule.min && (value as number) <= rule.max;
    case 'text':
      return typeof value === 'string' && [...value].length <= rule.maxLength;
  }
}
