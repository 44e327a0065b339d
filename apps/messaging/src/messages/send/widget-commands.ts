const POLL = /^\/poll(?=\s|$)/;
const TODO = /^\/todo(?=\s|$)/;
const LIST_MARK = /^[-*]?\s*/;

/** JSON text of the first submessage of a message that begins with `/poll` or `/todo`; undefined for other messages. */
export function widgetOf(content: string): string | undefined {
  if (TODO.test(content)) return JSON.stringify({ widget_type: 'todo', extra_data: null });
  if (!POLL.test(content)) return undefined;
  const [question = '', ...lines] = content.replace(POLL, '').split(/\r\n|\r|\n/);
  const options = lines.map((line) => line.trim().replace(LIST_MARK, '')).filter((option) => option !== '');
  return JSON.stringify({ widget_type: 'poll', extra_data: { question: question.trim(), options } });
}
