import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { widgetOf } from './widget.js';

const AUTHOR = 1;

type Sent = readonly [senderId: number, data: unknown];

/** Submessages in the order in which the server stored them. */
const stored = (start: unknown, sent: readonly Sent[]) =>
  ([[AUTHOR, start], ...sent] as const).map(([sender_id, data], index) => ({
    ...{ id: index + 1, message_id: 7, sender_id, msg_type: 'widget' },
    content: JSON.stringify(data),
  }));
const message = (submessages: ReturnType<typeof stored>) => ({ sender_id: AUTHOR, submessages });
const poll = (question: string, ...options: unknown[]) => ({ widget_type: 'poll', extra_data: { question, options } });
const todo = { widget_type: 'todo', extra_data: null };
const after = (start: unknown, ...sent: Sent[]) => widgetOf(message(stored(start, sent)));
const vote = (key: string, value: number) => ({ type: 'vote', key, vote: value });

describe('a poll', () => {
  it('counts each person once for each option, until the vote is taken back', () => {
    const widget = after(
      poll('Lunch?', 'soup', 'salad'),
      [2, vote('canned,0', 1)],
      [2, vote('canned,0', 1)],
      [3, vote('canned,0', 1)],
      [2, vote('canned,1', 1)],
      [3, vote('canned,0', -1)],
      [3, vote('canned,9', 1)],
    );

    expect(widget).toMatchObject({
      poll: {
        question: 'Lunch?',
        options: [
          { key: 'canned,0', text: 'soup', voterIds: [2] },
          { key: 'canned,1', text: 'salad', voterIds: [2] },
        ],
      },
    });
  });

  it('has options of every reader, and a question of its author', () => {
    const widget = after(
      poll('', 'soup', 'soup'),
      [2, { type: 'new_option', option: 'bread', idx: 1 }],
      [3, { type: 'new_option', option: 'bread', idx: 4 }],
      [2, { type: 'question', question: 'mine' }],
      [AUTHOR, { type: 'question', question: 'Lunch?' }],
      [3, vote('2,1', 1)],
    );

    expect(widget).toEqual({
      kind: 'poll',
      poll: {
        question: 'Lunch?',
        options: [
          { key: 'canned,0', text: 'soup', voterIds: [] },
          { key: '2,1', text: 'bread', voterIds: [3] },
        ],
        nextIndex: new Map([
          [2, 2],
          [3, 5],
        ]),
      },
    });
  });
});

describe('a to-do list', () => {
  it('has tasks that everyone adds, and strikes', () => {
    const task = { type: 'new_task', key: 1, task: 'Buy milk', desc: 'two', completed: false };
    const widget = after(
      todo,
      [2, task],
      [3, task],
      [3, { ...task, key: 2, task: 'Bake' }],
      [AUTHOR, { type: 'strike', key: '1,2' }],
      [AUTHOR, { type: 'strike', key: '2,3' }],
      [2, { type: 'strike', key: '2,3' }],
    );

    expect(widget).toMatchObject({
      list: {
        tasks: [
          { key: '1,2', name: 'Buy milk', description: 'two', isDone: true },
          { key: '2,3', name: 'Bake', isDone: false },
        ],
      },
    });
  });
});

describe('a message', () => {
  it('may be a form', () => {
    const choices = [{ short_name: 'A', long_name: 'Soup', reply: 'soup' }];
    const form = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Lunch', choices } };

    expect(after(form)).toEqual({
      kind: 'form',
      heading: 'Lunch',
      choices: [{ shortName: 'A', longName: 'Soup', reply: 'soup' }],
    });
  });

  it('is no widget without submessages, and with one of another kind', () => {
    expect(widgetOf(message([]))).toBeUndefined();
    for (const start of [{ widget_type: 'chess' }, { widget_type: 'zform', extra_data: {} }, 'poll', null, [todo]]) {
      expect(after(start)).toBeUndefined();
    }
  });
});

describe('any changes', () => {
  const key = fc.constantFrom('canned,0', 'canned,1', '2,1', '1,2', '3,1');
  const sender = fc.integer({ min: 1, max: 3 });
  const data = fc.oneof(
    fc.record({ type: fc.constant('vote'), key, vote: fc.constantFrom(1, -1, 2) }),
    fc.record({
      type: fc.constant('new_option'),
      option: fc.constantFrom('a', 'b', 'c'),
      idx: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ type: fc.constant('question'), question: fc.string() }),
    fc.record({
      type: fc.constant('new_task'),
      key: fc.nat(3),
      task: fc.constantFrom('a', 'b'),
      desc: fc.string(),
      completed: fc.boolean(),
    }),
    fc.record({ type: fc.constant('strike'), key }),
    fc.jsonValue(),
  );
  const start = fc.oneof(fc.constantFrom<unknown>(poll('?', 'a', 'b'), todo), fc.jsonValue());
  const arrived = fc.array(fc.tuple(sender, data), { maxLength: 30 });

  it('lead to one widget, although a client receives the submessages repeatedly and in any order', () => {
    fc.assert(
      fc.property(start, arrived, fc.infiniteStream(fc.double({ noNaN: true })), (first, sent, chances) => {
        const submessages = stored(first, sent);
        const received = [...submessages, ...submessages]
          .map((each) => ({ each, place: chances.next().value as number }))
          .sort((one, other) => one.place - other.place)
          .map(({ each }) => each);

        expect(widgetOf(message(received))).toEqual(widgetOf(message(submessages)));
      }),
    );
  });

  it('of a poll leave the last vote of each person, for each order of arrival', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(sender, fc.constantFrom(0, 1), fc.constantFrom(1, -1)), { maxLength: 20 }),
        (votes) => {
          const widget = after(
            poll('?', 'a', 'b'),
            ...votes.map(([by, n, value]): Sent => [by, vote(`canned,${n}`, value)]),
          );
          const last = new Map(votes.map(([by, n, value]) => [`${by} ${n}`, value]));

          if (widget?.kind !== 'poll') throw new Error('no poll');
          for (const [n, { voterIds }] of widget.poll.options.entries()) {
            const expected = [1, 2, 3].filter((by) => last.get(`${by} ${n}`) === 1);
            expect([...voterIds].sort()).toEqual(expected);
          }
        },
      ),
    );
  });
});
