import { describe, expect, it } from '@jest/globals';
import { outcomeOf } from './answer.js';

const response = (body: string, status = 200, isCut = false) => ({
  status,
  headers: {},
  body: Buffer.from(body),
  isCut,
});
const own = (answer: unknown) => outcomeOf(response(JSON.stringify(answer)), 1);
const slack = (answer: unknown) => outcomeOf(response(JSON.stringify(answer)), 2);

describe('the answer of a bot', () => {
  it.each([
    [{ content: 'hi' }, { content: 'hi' }],
    [{ response_string: 'hi' }, { content: 'hi' }],
    [{ content: 5 }, { content: '5' }],
    [{ content: 'hi', response_not_required: false }, { content: 'hi' }],
    [
      { content: 'hi', widget_content: '{"a":1}' },
      { content: 'hi', widgetContent: '{"a":1}' },
    ],
    [
      { content: 'hi', widget_content: { a: 1 } },
      { content: 'hi', widgetContent: '{"a":1}' },
    ],
    [{ content: 'null \0 character' }, { content: 'null \0 character' }],
  ])('replies: %j', (answer, reply) => {
    expect(own(answer)).toEqual({ kind: 'reply', ...reply });
  });

  it.each([
    [{}],
    [''],
    [{ content: '' }],
    [{ content: ' \n' }],
    [{ content: null }],
    [{ response_not_required: true, content: 'hi' }],
    [{ text: 'in the form of Slack' }],
  ])('wants no reply: %j', (answer) => {
    expect(own(answer)).toEqual({ kind: 'none' });
  });

  it.each([[[]], [null], [5], ['hi'], [true], [{ content: {} }], [{ content: ['hi'] }]])('is faulty: %j', (answer) => {
    expect(own(answer)).toMatchObject({ kind: 'failed', failure: { kind: 'answer' } });
  });

  it('has the text of Slack in its form', () => {
    expect(slack({ text: 'hi' })).toEqual({ kind: 'reply', content: 'hi' });
    expect(slack({ content: 'hi' })).toEqual({ kind: 'none' });
    expect(slack({ text: ' ' })).toEqual({ kind: 'none' });
  });

  it('is a failure if it is no JSON, empty, cut off, or has another status', () => {
    const failures = [response('<p>hi</p>'), response(''), response('{"content":"x', 200, true), response('{}', 301)];

    expect(failures.map((one) => outcomeOf(one, 1))).toEqual([
      { kind: 'failed', failure: { kind: 'answer', answer: '<p>hi</p>' } },
      { kind: 'failed', failure: { kind: 'answer', answer: '' } },
      { kind: 'failed', failure: { kind: 'too-long' } },
      { kind: 'failed', failure: { kind: 'status', status: 301, answer: '{}' } },
    ]);
  });

  it('wants no reply with a status of success and no content', () => {
    expect(outcomeOf(response('', 204), 1)).toEqual({ kind: 'none' });
    expect(outcomeOf(response('{"content":"hi"}', 201), 1)).toEqual({ kind: 'reply', content: 'hi' });
  });
});
