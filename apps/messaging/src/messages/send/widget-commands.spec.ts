import { describe, expect, it } from '@jest/globals';
import { widgetOf } from './widget-commands.js';

const poll = (question: string, ...options: string[]) => ({ widget_type: 'poll', extra_data: { question, options } });

describe('the widget of a content', () => {
  it.each([
    ['/poll', poll('')],
    ['/poll Lunch?', poll('Lunch?')],
    ['/poll  Lunch? \n- soup\n* salad\n\n  -  bread  \n2 - 1\n-', poll('Lunch?', 'soup', 'salad', 'bread', '2 - 1')],
    ['/poll\nyes\nno', poll('', 'yes', 'no')],
    ['/poll\r\nyes\r\nyes', poll('', 'yes', 'yes')],
    ['/poll "q"\n</script>\n🎉', poll('"q"', '</script>', '🎉')],
    ['/todo', { widget_type: 'todo', extra_data: null }],
    ['/todo shopping\nmilk', { widget_type: 'todo', extra_data: null }],
  ])('%j', (content, widget) => {
    expect(JSON.parse(widgetOf(content) as string)).toEqual(widget);
  });

  it.each(['', 'x', 'x /poll', ' /poll', '/polls a', '/poll: a', '/Poll a', '/todos', '/me /poll', '`/poll`'])(
    'is none for %j',
    (content) => {
      expect(widgetOf(content)).toBeUndefined();
    },
  );
});
