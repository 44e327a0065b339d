import type { WebhookAddress } from '@chat/contracts';

/** Whether the address lets messages of an event through. A message without an event type always passes. */
export function passesFilters(
  eventType: string | undefined,
  { onlyEvents, excludeEvents }: Pick<WebhookAddress, 'onlyEvents' | 'excludeEvents'>,
): boolean {
  if (eventType === undefined) return true;
  const fits = (pattern: string) => fitsPattern(eventType, pattern);
  return (onlyEvents?.some(fits) ?? true) && !excludeEvents?.some(fits);
}

/** Matches one character. */
type Step = 'any text' | ((character: string) => boolean);

/**
 * Whether the text fits the shell pattern: `*`, `?`, `[ab]`, `[a-c]` and `[!ab]`. At most the product of both lengths steps, which a
 * regular expression would not promise.
 */
export function fitsPattern(text: string, pattern: string): boolean {
  const steps = stepsOf([...pattern]);
  const characters = [...text];
  let step = 0;
  let retry: { step: number; from: number } | undefined;
  for (let at = 0; at < characters.length; ) {
    const current = steps[step];
    if (current === 'any text') {
      retry = { step: ++step, from: at };
    } else if (current?.(characters[at] as string)) {
      step++;
      at++;
    } else if (retry) {
      step = retry.step;
      at = ++retry.from;
    } else return false;
  }
  return steps.slice(step).every((rest) => rest === 'any text');
}

function stepsOf(pattern: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    const end = sign === '[' ? endOfSet(pattern, at) : -1;
    if (sign === '*') steps.push('any text');
    else if (sign === '?') steps.push(() => true);
    else if (end !== -1) {
      steps.push(setOf(pattern.slice(at + 1, end)));
      at = end;
    } else steps.push((character) => character === sign);
  }
  return steps;
}

/** -1 without an end: then the bracket stands for itself. A bracket at the start of a set belongs to it. */
function endOfSet(pattern: readonly string[], start: number): number {
  const first = pattern[start + 1] === '!' ? start + 2 : start + 1;
  return pattern.indexOf(']', first + 1);
}

function setOf(content: readonly string[]): (character: string) => boolean {
  const isNegated = content[0] === '!';
  const members = isNegated ? content.slice(1) : content;
  const contains = (character: string): boolean => {
    for (let at = 0; at < members.length; at++) {
      const from = members[at] as string;
      const to = members[at + 1] === '-' ? members[at + 2] : undefined;
      if (character >= from && character <= (to ?? from)) return true;
      if (to !== undefined) at += 2;
    }
    return false;
  };
  return (character) => contains(character) !== isNegated;
}
