import { readFileSync } from 'node:fs';
import { allClientEvents, USER_UPDATE_EVENTS } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { kindOf } from './client-events.js';

const classesOf = (name: string): string[] =>
  name === 'USER_UPDATE_EVENTS' ? USER_UPDATE_EVENTS.map((event) => event.name) : [name];
const source = readFileSync(new URL('./client-events.ts', import.meta.url), 'utf8');
/** Each line of the table: its key, and the names of the classes of its fields. */
const rows = [...source.matchAll(/^ {2}'?([a-z_.]+)'?: (.*contracts\..*);$/gm)].map(
  ([, kind = '', types = '']) =>
    [kind, [...types.matchAll(/contracts\.(\w+)/g)].flatMap(([, name = '']) => classesOf(name))] as const,
);
const described = new Map([...allClientEvents()].map(([{ name }, described]) => [name, kindOf(described)]));

describe('the table of client events', () => {
  it.each(rows)('has the classes of %s', (kind, classes) => {
    expect(classes.map((name) => described.get(name))).toEqual(classes.map(() => kind));
  });

  it.each(rows)('has every form of %s', (kind, classes) => {
    const forms = [...described].filter(([, each]) => each === kind).map(([name]) => name);

    expect(new Set(classes)).toEqual(new Set(forms));
  });
});
