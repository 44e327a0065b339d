import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { ApiError } from '../errors/api-error.js';
import { fieldsOf, RenamedOnWire } from './described-class.js';
import { Bool, Field, Id, ListOf, MapOf, Nested, OneOf, Text, Timestamp } from './fields.js';
import { IntersectionType, OmitType, PartialType, PickType, PrefixedType } from './mapped-classes.js';
import type { Wire } from './names.js';
import { anyOf } from './types/choices.js';
import { list } from './types/collections.js';
import { id } from './types/numbers.js';
import { objectOf, RefuseUnknownFields, schemaOf } from './types/object.js';
import { validated, writerOf } from './types/object-in-code.js';
import { text } from './types/text.js';

class SampleAuthor {
  @Id() userId!: number;
  @Text({ max: 5, nullable: true }) nickName!: string | null;
}

@RefuseUnknownFields()
class SampleNote {
  @OneOf(['note', 'task']) kind!: 'note' | 'task';
  @Nested(SampleAuthor) firstAuthor!: SampleAuthor;
  @ListOf(SampleAuthor, { default: [] }) otherAuthors!: readonly SampleAuthor[];
  @MapOf(SampleAuthor, { optional: true }) byName?: Readonly<Record<string, SampleAuthor>>;
  @Bool({ optional: true }) isPinned?: boolean;
  @Timestamp({ optional: true }) dueAt?: number;
  @Field(anyOf([text(), list(id())]), { optional: true }) sentTo?: string | readonly number[];
}

const required = { kind: 'note', first_author: { user_id: 7, nick_name: null } };
const onWire = {
  ...required,
  other_authors: [{ user_id: 8, nick_name: 'Bo' }],
  by_name: { some_key: { user_id: 9, nick_name: 'Cy' } },
  is_pinned: true,
  sent_to: [1, 2],
};
const inCode = {
  kind: 'note',
  firstAuthor: { userId: 7, nickName: null },
  otherAuthors: [{ userId: 8, nickName: 'Bo' }],
  byName: { some_key: { userId: 9, nickName: 'Cy' } },
  isPinned: true,
  sentTo: [1, 2],
} as const;

const check = (value: unknown) => objectOf(SampleNote).check(value, 'note');
const errorOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('an object of a described class', () => {
  it('is read from the wire with camelCase names at every depth, and written back', () => {
    expect(check(onWire)).toEqual(inCode);
    expect(writerOf(SampleNote)(inCode)).toEqual(onWire);
  });

  it('gets the default of an absent field, and nothing for an optional one', () => {
    expect(check(required)).toEqual({ kind: 'note', firstAuthor: inCode.firstAuthor, otherAuthors: [] });
  });

  it.each([
    [{ kind: 'letter' }, 'Invalid note["kind"]'],
    [{ first_author: { user_id: '7', nick_name: null } }, 'note["first_author"]["user_id"] is not an integer'],
    [{ first_author: { nick_name: null } }, 'user_id key is missing from note["first_author"]'],
    [
      { other_authors: [{ user_id: 1, nick_name: 'x'.repeat(6) }] },
      'note["other_authors"][0]["nick_name"] is too long (limit: 5 characters)',
    ],
    [{ surprise: 1 }, 'Unexpected arguments: surprise'],
    [{ sent_to: 7 }, 'note["sent_to"] is not an allowed_type'],
  ])('refuses %j and names the field', (change, message) => {
    expect(errorOf(() => check({ ...onWire, ...change }))).toBe(message);
  });

  it.each([
    [{ kind: 'letter' }, 'Invalid SampleNote["kind"]'],
    [{ firstAuthor: { userId: '7', nickName: null } }, 'SampleNote["firstAuthor"]["userId"] is not an integer'],
    [{ firstAuthor: undefined }, 'firstAuthor key is missing from SampleNote'],
    [{ byName: { a: {} } }, 'userId key is missing from SampleNote["byName"]["a"]'],
  ])('is refused in code when a nested rule is broken: %j', (change, message) => {
    expect(errorOf(() => validated(SampleNote, { ...inCode, ...change }))).toBe(message);
    expect(errorOf(() => validated(SampleNote, inCode))).toBe('no error');
  });

  it('has a JSON Schema with references to other classes', () => {
    expect(schemaOf(SampleNote)).toMatchObject({
      type: 'object',
      properties: { first_author: { $ref: '#/$defs/SampleAuthor' }, is_pinned: { type: 'boolean' } },
      required: ['kind', 'first_author'],
      additionalProperties: false,
    });
  });

  it('is valid for class-validator exactly when it is valid for the kit', () => {
    const value = fc.anything({ maxDepth: 2 });
    const candidates = fc.record({
      kind: fc.oneof(fc.constant('note'), value),
      isPinned: fc.oneof(fc.boolean(), value),
      firstAuthor: fc.oneof(fc.constant(inCode.firstAuthor), value),
      otherAuthors: fc.constant([]),
    });
    fc.assert(
      fc.property(candidates, (candidate) => {
        const instance = Object.assign(Object.create(SampleNote.prototype) as object, candidate);
        const isValid = errorOf(() => validated(SampleNote, candidate)) === 'no error';

        expect(validateSync(instance, { forbidUnknownValues: false }).length === 0).toBe(isValid);
      }),
    );
  });
});

describe('a class made from another', () => {
  class Changes extends PartialType(PickType(SampleNote, ['kind', 'dueAt'])) {}
  class Rest extends OmitType(SampleNote, ['kind', 'byName', 'isPinned', 'dueAt', 'sentTo']) {}

  it('has the chosen fields, with their rules', () => {
    expect(fieldsOf(Changes).map(({ property, required: isRequired }) => [property, isRequired])).toEqual([
      ['kind', false],
      ['dueAt', false],
    ]);
    expect(fieldsOf(Rest).map(({ wireName }) => wireName)).toEqual(['first_author', 'other_authors']);
    expect(writerOf(PrefixedType(SampleAuthor, 'the_'))({ userId: 7, nickName: 'Bo' })).toEqual({
      the_user_id: 7,
      the_nick_name: 'Bo',
    });
    expect(errorOf(() => validated(Changes, { kind: 'letter' }))).toBe('Invalid Changes["kind"]');
    expect(errorOf(() => validated(Changes, {}))).toBe('no error');
  });

  it('has the fields of both classes', () => {
    class Both extends IntersectionType(SampleAuthor, Changes) {}

    expect(writerOf(Both)({ userId: 1, nickName: null, kind: 'task' })).toEqual({
      user_id: 1,
      nick_name: null,
      kind: 'task',
    });
    expect(errorOf(() => validated(Both, { userId: 1, nickName: 'Anabel' }))).toBe(
      'Both["nickName"] is too long (limit: 5 characters)',
    );
  });
});

describe('the declaration of a field', () => {
  it('does not compile with another type than that of its decorator', () => {
    class Wrong {
      // @ts-expect-error A number is no text.
      @Text() aNumber!: number;
      // @ts-expect-error An optional field may be undefined.
      @Text({ optional: true }) always!: string;
      // @ts-expect-error One of the values is missing from the declaration.
      @OneOf(['a', 'b']) half!: 'a';
      @Text({ optional: true }) right?: string;
    }
    expect(fieldsOf(Wrong)).toHaveLength(4);
  });
});

describe('a class with names of its own on the wire', () => {
  class SampleGroup extends RenamedOnWire({ groupId: 'id' }) {
    @Id() groupId!: number;
    @Text() shortName!: string;
  }
  class SampleSubgroup extends RenamedOnWire({ shortName: 'title' }, SampleGroup) {
    @Text() override shortName!: string;
  }
  class PrefixedGroup extends PrefixedType(SampleGroup, 'realm_') {}
  class PickedGroup extends PickType(SampleGroup, ['groupId']) {}
  const group = { groupId: 1, shortName: 'band' };

  it('has them in its type, where it is written, and in classes made of it', () => {
    const written: Wire<SampleGroup> = { id: 1, short_name: 'band' };
    const ofSubclass: Wire<SampleSubgroup> = { id: 1, title: 'band' };
    const withPrefix: Wire<PrefixedGroup> = { realm_id: 1, realm_short_name: 'band' };
    const picked: Wire<PickedGroup> = { id: 1 };

    expect(writerOf(SampleGroup)(group)).toEqual(written);
    expect(writerOf(SampleSubgroup)(group)).toEqual(ofSubclass);
    expect(writerOf(PrefixedGroup)(group)).toEqual(withPrefix);
    expect(writerOf(PickedGroup)(group)).toEqual(picked);
  });
});
