import { Created, writerOf } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { describe, expect, it } from '@jest/globals';
import { envelope, envelopedPieces, joinedPieces } from './envelope.interceptor.js';
import { type FileResponse, type HandlerResult, JsonPieces, PartiallyCompleted } from './handler-result.js';

const unchanged = (fields: object) => fields as Record<string, unknown>;

describe('envelope', () => {
  it.each<[string, Exclude<HandlerResult, FileResponse | JsonPieces>, string[], object]>([
    ['nothing', {}, [], { result: 'success', msg: '' }],
    ['fields', { id: 1 }, [], { result: 'success', msg: '', id: 1 }],
    ['text', new JsonText('{"id":1}'), [], { result: 'success', msg: '', id: 1 }],
    ['empty text', new JsonText(' { } '), [], { result: 'success', msg: '' }],
    ['braces in strings', new JsonText('{"a":"}{"}'), [], { result: 'success', msg: '', a: '}{' }],
    [
      'ignored parameters',
      { id: 1 },
      ['a"b'],
      { result: 'success', msg: '', id: 1, ignored_parameters_unsupported: ['a"b'] },
    ],
    [
      'a message of its own',
      new JsonText('{"msg":"Done."}'),
      ['x'],
      { ...{ result: 'success', msg: 'Done.' }, ignored_parameters_unsupported: ['x'] },
    ],
    ['only those', {}, ['x'], { result: 'success', msg: '', ignored_parameters_unsupported: ['x'] }],
    ['a part', new PartiallyCompleted(), [], { result: 'partially_completed', msg: '', code: 'REQUEST_TIMEOUT' }],
  ])('around %s', (_, result, ignored, expected) => {
    const text = envelope(result, ignored, unchanged);
    expect(JSON.parse(text)).toEqual(expected);
    expect(text.split('"msg":')).toHaveLength(2);
  });

  it('stays in pieces around pieces', () => {
    const bytes = Buffer.from('"é"');
    const pieces = envelopedPieces(new JsonPieces(['"a":[', bytes, ']']), ['x']);

    expect(pieces).toContain(bytes);
    expect(JSON.parse(joinedPieces(pieces).toString())).toEqual({
      ...{ result: 'success', msg: '', a: ['é'], ignored_parameters_unsupported: ['x'] },
    });
  });

  it('has no fields for a method without result', () => {
    expect(envelope(undefined as unknown as Record<string, unknown>, [], unchanged)).toBe(
      '{"result":"success","msg":""}',
    );
  });

  it('gives only a plain object its names on the wire', () => {
    const write = writerOf<object>(Created);

    expect(envelope({ id: 1, other: 2 }, [], write)).toBe('{"result":"success","msg":"","id":1}');
    expect(envelope(new JsonText('{"other":2}'), [], write)).toBe('{"result":"success","msg":"","other":2}');
  });
});
