import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../errors/api-error.js';
import { Id, Integer, ListOf, MapOf, Text } from '../fields.js';
import { anyOf, bool, oneOf } from './choices.js';
import { list, mapOf, tuple } from './collections.js';
import { type FieldType, mapped, orNull, refined } from './field-type.js';
import { count, id, integer, timestamp } from './numbers.js';
import { objectOf, RefuseUnknownFields } from './object.js';
import { isLongerThan, text } from './text.js';

class Sample {
  @Id() streamId!: number;
  @Text({ optional: true }) lastTopic?: string;
  @Text({ default: 'stream' }) kind!: string;
}

@RefuseUnknownFields()
class StrictSample {
  @Integer() a!: number;
}

class NullableSample {
  @Integer({ nullable: true }) a!: number | null;
}

class InnerSample {
  @MapOf(integer()) b!: Readonly<Record<string, number>>;
}
class OuterSample {
  @ListOf(InnerSample) a!: readonly InnerSample[];
}

/** The value of a form field, or the text of the error. */
function read<Value>(type: FieldType<Value>, raw: string): unknown {
  try {
    return type.read(raw, 'x');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(400);
    return `refused: ${error.message}`;
  }
}

const NOT_JSON = 'refused: Argument "x" is not valid JSON.';

describe('text', () => {
  it.each([
    ['anything', text(), 'a b', 'a b'],
    ['nothing at all', text(), '', ''],
    ['line breaks', text(), 'a\nb', 'a\nb'],
    ['null bytes', text(), 'a\0b', 'refused: x must not contain null bytes'],
    ['null bytes where the service refuses them', text({ controlCharacters: 'allowed' }), 'a\0b', 'a\0b'],
    [
      'control characters',
      text({ controlCharacters: 'refused' }),
      '🙂\u0007',
      'refused: Invalid character in x, at position 2!',
    ],
    ['a lone surrogate', text(), 'a\ud800', 'refused: x is not well-formed Unicode text'],
    ['blank', text({ blank: false }), ' \t', 'refused: x cannot be blank.'],
    ['as long as it may be', text({ max: 2 }), '🙂🙂', '🙂🙂'],
    ['longer', text({ max: 2 }), '🙂🙂🙂', 'refused: x is too long (limit: 2 characters)'],
  ])('%s', (_, parameter, raw, expected) => {
    expect(read(parameter, raw)).toBe(expected);
  });
});

describe('integer', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['42', 42],
    ['-42', -42],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 'refused: x is too large'],
    ['-9007199254740992', 'refused: x is too small'],
    ['1.5', 'refused: x is not an integer'],
    ['1.0', 'refused: x is not an integer'],
    ['1e3', 'refused: x is not an integer'],
    ['"1"', 'refused: x is not an integer'],
    ['true', 'refused: x is not an integer'],
    ['null', 'refused: x is not an integer'],
    [' 1', 'refused: x is not an integer'],
    ['1 ', 'refused: x is not an integer'],
    ['', NOT_JSON],
    ['abc', NOT_JSON],
    ['0x1', NOT_JSON],
    ['01', NOT_JSON],
    ['+1', NOT_JSON],
    ['١', NOT_JSON],
    ['NaN', NOT_JSON],
  ])('%j', (raw, expected) => {
    expect(read(integer(), raw)).toBe(expected);
  });

  it('keeps to its range', () => {
    const parameter = integer({ min: 1, max: 3 });

    expect(['0', '1', '3', '4'].map((raw) => read(parameter, raw))).toEqual([
      'refused: x is too small',
      1,
      3,
      'refused: x is too large',
    ]);
  });

  it('reads back every integer that is written, and refuses every other text', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => read(integer(), String(value)) === value + 0));
    fc.assert(
      fc.property(fc.string(), (raw) => {
        const value = read(integer(), raw);
        return typeof value === 'string' || String(value) === raw.replace(/^-0$/, '0');
      }),
    );
  });

  it('has kinds for ids, times and counts', () => {
    expect(read(id(), '2147483648')).toBe(2_147_483_648);
    expect(read(id(), '9007199254740992')).toBe('refused: x is too large');
    expect(read(timestamp(), '-1')).toBe(0);
    expect(read(count(), '12')).toBe(12);
    expect(read(count(), '-1')).toBe("refused: Bad value for 'x': -1");
    expect(read(count({ max: 5 }), '6')).toBe("refused: Bad value for 'x': 6");
    expect(read(count(), 'abc')).toBe("refused: Bad value for 'x': abc");
  });

  it('names the parameter and quotes the value of a count that is none', () => {
    expect(() => count().read('ten', 'num_before')).toThrow(
      expect.objectContaining({
        code: 'REQUEST_VARIABLE_INVALID',
        fields: { var_name: 'num_before', bad_value: 'ten' },
      }),
    );
  });
});

describe('boolean', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['True', NOT_JSON],
    ['yes', NOT_JSON],
    ['', NOT_JSON],
    ['1', 'refused: x is not a boolean'],
    ['"true"', 'refused: x is not a boolean'],
    ['null', 'refused: x is not a boolean'],
  ])('%j', (raw, expected) => {
    expect(read(bool(), raw)).toBe(expected);
  });
});

describe('oneOf', () => {
  it.each([
    [oneOf(['a', 'b']), 'a', 'a'],
    [oneOf(['a', 'b']), 'A', 'refused: Invalid x'],
    [oneOf(['a', 'b']), '', 'refused: Invalid x'],
    [oneOf([1, 2]), '2', 2],
    [oneOf([1, 2]), '3', 'refused: Invalid x'],
    [oneOf([1, 2]), 'a', NOT_JSON],
    [oneOf([1, 2]), '1.5', 'refused: x is not an integer'],
  ])('%#', (parameter: FieldType<string | number>, raw, expected) => {
    expect(read(parameter, raw)).toBe(expected);
  });

  it('reads a synonym as the value that it means, and refuses it in code', () => {
    const type = oneOf(['direct', 'stream'], { synonyms: { private: 'direct' } });

    expect(['private', 'direct', 'other'].map((text) => read(type, text))).toEqual([
      'direct',
      'direct',
      'refused: Invalid x',
    ]);
    expect(['private', 'direct'].map((value) => type.problemOf(value, 'x'))).toEqual(['Invalid x', undefined]);
    expect(type.schema).toEqual({ type: 'string', enum: ['direct', 'stream', 'private'] });
  });
});

describe('list and tuple', () => {
  it.each<[FieldType<unknown>, string, unknown]>([
    [list(text()), '["a","b"]', ['a', 'b']],
    [list(text()), '[]', []],
    [list(text()), 'a', NOT_JSON],
    [list(text()), '{"0":"a"}', 'refused: x is not a list'],
    [list(text()), '["a",1]', 'refused: x[1] is not a string'],
    [list(text()), '["\\u0000"]', 'refused: x[0] must not contain null bytes'],
    [list(text()), '["\\ud800"]', 'refused: x[0] is not well-formed Unicode text'],
    [list(integer()), '[1,"2"]', 'refused: x[1] is not an integer'],
    [list(integer()), '[1,1.5]', 'refused: x[1] is not an integer'],
    [list(integer(), { max: 1 }), '[1,2]', 'refused: x has too many items (limit: 1)'],
    [list(tuple(text(), text())), '[["is","dm"]]', [['is', 'dm']]],
    [list(tuple(text(), text())), '[["is"]]', 'refused: x[0] should have exactly 2 items'],
    [list(tuple(text(), text())), '[["is",1]]', 'refused: x[0][1] is not a string'],
    [list(tuple(text(), text())), '["is"]', 'refused: x[0] is not a list'],
  ])('%#: %3$j', (parameter, raw, expected) => {
    expect(read(parameter, raw)).toEqual(expected);
  });
});

describe('object and record', () => {
  const draft = objectOf(Sample) as FieldType;

  it.each<[FieldType<unknown>, string, unknown]>([
    [draft, '{"stream_id":1}', { streamId: 1, kind: 'stream' }],
    [draft, '{"stream_id":1,"other":2}', { streamId: 1, kind: 'stream' }],
    [draft, '{}', 'refused: stream_id key is missing from x'],
    [draft, '{"stream_id":null}', 'refused: x["stream_id"] is not an integer'],
    [draft, '[]', 'refused: x is not a dict'],
    [draft, 'null', 'refused: x is not a dict'],
    [draft, '{"__proto__":{"stream_id":1}}', 'refused: stream_id key is missing from x'],
    [objectOf(StrictSample), '{"a":1,"b":2,"c":3}', 'refused: Unexpected arguments: b, c'],
    [objectOf(NullableSample), '{"a":null}', { a: null }],
    [mapOf(bool()), '{"a":true}', { a: true }],
    [mapOf(bool()), '{"a":1}', 'refused: x contains a value that is not a boolean'],
    [mapOf(bool()), '{"a\\u0000":true}', 'refused: x key must not contain null bytes'],
  ])('%#: %3$j', (parameter, raw, expected) => {
    expect(read(parameter, raw)).toEqual(expected);
  });

  it('refuses values nested too deep to be written', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const anything = mapOf(mapOf(bool()));

    expect(() => anything.read(nested(10_000), 'p')).toThrow('p is nested too deeply (limit: 50 levels)');
    expect(() => anything.read(nested(51), 'p')).toThrow('too deeply');
    expect(() => anything.read(nested(50), 'p')).toThrow('is not a boolean');
  });

  it('takes a member called __proto__ for a member, and changes no prototype', () => {
    const value = read(mapOf(bool()), '{"__proto__":true}') as object;

    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe('anyOf', () => {
  const to = anyOf([text(), id(), list(text()), list(id())], { orPlainText: true });

  it.each<[FieldType<unknown>, string, unknown]>([
    [to, 'design', 'design'],
    [to, '"design"', 'design'],
    [to, '7', 7],
    [to, '["a@b.c"]', ['a@b.c']],
    [to, '[7,8]', [7, 8]],
    [to, '[]', []],
    [to, '[7,"a"]', 'refused: x is not an allowed_type'],
    [to, 'null', 'refused: x is not an allowed_type'],
    [to, '{"a":1}', 'refused: x is not an allowed_type'],
    [anyOf([integer(), oneOf(['unlimited'])], { orPlainText: true }), 'unlimited', 'unlimited'],
    [anyOf([integer(), oneOf(['unlimited'])], { orPlainText: true }), '"unlimited"', 'unlimited'],
    [anyOf([integer(), oneOf(['unlimited'])], { orPlainText: true }), 'for ever', 'refused: x is not an allowed_type'],
    [anyOf([integer(), text()], { what: 'a string or integer' }), '[1]', 'refused: x is not a string or integer'],
    [anyOf([integer()]), 'a', NOT_JSON],
  ])('%#: %3$j', (parameter, raw, expected) => {
    expect(read(parameter, raw)).toEqual(expected);
  });

  it('returns the value of `unfit` instead of an error', () => {
    const parameter = anyOf([id(), list(anyOf([id()], { unfit: null }))], { orPlainText: true, unfit: null });

    expect(['7', '"a"', 'a', '{}', 'null', '[7,"a",[]]'].map((raw) => read(parameter, raw))).toEqual([
      7,
      null,
      null,
      null,
      null,
      [7, null, null],
    ]);
  });

  it('uses the error of the field for other values of oneOf', () => {
    const parameter = oneOf(['a', 'b'], { error: () => new ApiError('BAD_REQUEST', 'Neither a nor b.') });

    expect(['a', '"a"', 'c'].map((raw) => read(parameter, raw))).toEqual([
      'a',
      'refused: Neither a nor b.',
      'refused: Neither a nor b.',
    ]);
  });
});

describe('every type', () => {
  const kinds: Record<string, FieldType<unknown>> = {
    text: text(),
    'short text': text({ max: 3, blank: false, controlCharacters: 'refused' }),
    integer: integer(),
    count: count(),
    boolean: bool(),
    'one of': oneOf(['a', 'b']),
    list: list(anyOf([text(), integer()])),
    tuple: tuple(text(), integer()),
    object: objectOf(OuterSample) as FieldType,
    'any of': anyOf([integer(), list(integer())], { orPlainText: true }),
    nullable: orNull(list(integer())),
  };

  it.each(Object.entries(kinds))('%s: any input gives a value or a refusal, never another error', (_, parameter) => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('[[[[', '{"a":', '__proto__', 'constructor', '-', '"', 'Infinity', '1'.repeat(400), '\0'),
    );
    fc.assert(fc.property(hostile, (raw) => read(parameter, raw) !== undefined || true));
  });
});

describe('a changed type', () => {
  it('has a further check and another value in code', () => {
    const even = refined(integer(), (value, name) => {
      if (value % 2 !== 0) throw new ApiError('BAD_REQUEST', `${name} is odd`);
    });
    const quoted = mapped(even, (value) => `<${value}>`);

    expect(read(quoted, '2')).toBe('<2>');
    expect(read(quoted, '3')).toBe('refused: x is odd');
  });
});

it('isLongerThan compares the number of code points with a limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(12), (value, max) => {
      expect(isLongerThan(max, value)).toBe([...value].length > max);
    }),
  );
});
