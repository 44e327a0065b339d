import { useLayoutEffect, useRef, useState } from 'react';
import { useClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import { reasonOf } from '../message-actions/reason.js';
import { type Destination, parametersOf } from '../sending/index.js';
import { type ClientCommand, clientCommandIn } from '../typeahead/index.js';
import { manyIn, notifiedStream } from './readers.js';
import { runCommand } from './run-command.js';
import { writingOf } from './writing.js';

interface Options {
  readonly destination: Destination;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly onSent: () => void;
}

/** Sends or schedules the text of a box, or runs it as a command: `reply` is its outcome. A wildcard for many people waits for a confirmation: `asked` is their number. */
export function useSend({ destination, text, setText, onSent }: Options) {
  const client = useClient();
  const words = useText();
  const [asked, setAsked] = useState<number>();
  const [problem, setProblem] = useState('');
  const [reply, setReply] = useState('');
  const [scheduledFor, setScheduledFor] = useState<Date>();
  const { outbox } = writingOf(client);
  const isEmpty = text.trim() === '';
  const latest = useRef(text);
  useLayoutEffect(() => {
    latest.current = text;
  });
  /** Words that were written during a request stay in the box. */
  const takeOut = (sent: string) =>
    setText(latest.current.startsWith(sent) ? latest.current.slice(sent.length).trimStart() : latest.current);

  const sendNow = () => {
    setAsked(undefined);
    setProblem('');
    setScheduledFor(undefined);
    // First among the outgoing, then out of the box: at no time is the text nowhere.
    outbox.add(destination, text);
    takeOut(text);
    onSent();
  };
  const run = async (command: ClientCommand) => {
    setProblem('');
    try {
      const { key, values } = await runCommand(client.api, command);
      takeOut(text);
      setReply(words(key, values));
    } catch (error) {
      setProblem(reasonOf(error, words));
    }
  };
  const send = () => {
    if (isEmpty || outbox.isFull) return;
    setReply('');
    const command = clientCommandIn(text);
    if (command !== undefined) return void run(command);
    const streamId = notifiedStream(destination, text);
    if (streamId === undefined) return sendNow();
    void manyIn(client, streamId).then((many) => (many === undefined ? sendNow() : setAsked(many)));
  };
  const schedule = async (time: Date) => {
    if (isEmpty) return;
    setProblem('');
    const { type, to, topic } = parametersOf({ destination, content: text } as never) as Record<string, unknown>;
    const scheduled = {
      type,
      to,
      topic,
      content: text,
      scheduled_delivery_timestamp: Math.floor(time.getTime() / 1_000),
    };
    const response = await client.api.call('POST', '/scheduled_messages', scheduled).catch(() => undefined);
    if (response?.status === 200) {
      takeOut(text);
      setScheduledFor(time);
    } else setProblem((response?.body.msg as string | undefined) ?? words('schedule.failed'));
  };
  return {
    send,
    sendNow,
    schedule,
    asked,
    cancelAsked: () => setAsked(undefined),
    problem,
    reply,
    scheduledFor,
    isEmpty,
  };
}
