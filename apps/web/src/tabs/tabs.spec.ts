import { ApiClient, ChatClient, type HttpResponse, type WireEvent } from '@chat/chat-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Connections } from '../client/connection.js';
import { cookieValue, sessionMark } from './session-mark.js';
import type { TabChannel, TabMessage } from './tab-message.js';
import { Tabs } from './tabs.js';
import { SleepWatch } from './wake-ups.js';

/** Tabs of one browser: messages reach the others in order, and the lock goes to the next when its tab dies. */
class Browser {
  readonly tabs = new Map<string, { readonly channel: TabChannel; lead: (ended: AbortSignal) => Promise<void> }>();
  leader: string | undefined;
  private leading = new AbortController();

  channel(name: string): TabChannel {
    const channel: TabChannel = {
      postMessage: (message: TabMessage) => {
        for (const [other, tab] of this.tabs)
          if (other !== name) tab.channel.onmessage?.({ data: structuredClone(message) });
      },
      onmessage: null,
      close: () => undefined,
    };
    return channel;
  }

  elect(): void {
    const [next] = this.tabs.keys();
    if (this.leader !== undefined || next === undefined) return;
    this.leader = next;
    this.leading = new AbortController();
    void this.tabs.get(next)?.lead(this.leading.signal);
  }

  /** As when the leader was stopped for a while, and another tab took over. */
  supersede(name: string): void {
    const before = this.leading;
    this.leader = name;
    this.leading = new AbortController();
    void this.tabs.get(name)?.lead(this.leading.signal);
    before.abort();
  }

  kill(name: string): void {
    this.tabs.delete(name);
    if (this.leader === name) this.leader = undefined;
    this.elect();
  }
}

/** One queue; its events wait for their acknowledgement. */
class Server {
  registrations = 0;
  polls: { readonly tab: string; readonly resolve: (response: HttpResponse) => void; readonly after: number }[] = [];
  events: WireEvent[] = [];
  queue = 'q1';
  isSignedOut = false;

  transport(tab: string) {
    return {
      send: ({ url, signal }: { readonly url: string; readonly signal: AbortSignal | undefined }) =>
        new Promise<HttpResponse>((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
          const { pathname, searchParams } = new URL(url);
          if (this.isSignedOut) return resolve(json({ code: 'UNAUTHORIZED' }, 401));
          if (pathname.endsWith('/register')) return resolve(this.register());
          if (searchParams.get('queue_id') !== this.queue) return resolve(json({ code: 'BAD_EVENT_QUEUE_ID' }, 400));
          const after = Number(searchParams.get('last_event_id'));
          this.events = this.events.filter(({ id }) => id > after);
          if (searchParams.get('dont_block') === 'true') return resolve(json({ events: this.events }));
          this.polls.push({ tab, resolve, after });
          this.answer();
        }),
    };
  }

  tell(id: number, value: string): void {
    this.events.push({ id, type: 'realm', op: 'update', property: 'name', value });
    this.answer();
  }

  private register(): HttpResponse {
    this.registrations++;
    return json({
      queue_id: this.queue,
      last_event_id: -1,
      user_id: 1,
      realm_name: `registered ${this.registrations}`,
    });
  }

  private answer(): void {
    if (this.events.length === 0) return;
    for (const { resolve } of this.polls.splice(0)) resolve(json({ events: this.events }));
  }
}

const json = (body: object, status = 200): HttpResponse => ({
  status,
  headers: {},
  text: JSON.stringify({ result: status === 200 ? 'success' : 'error', ...body }),
});

describe('tabs', () => {
  let browser: Browser;
  let server: Server;
  let opened: Map<string, { tabs: Tabs; client: ChatClient; connections: Connections; ended: boolean[] }>;
  beforeEach(() => {
    browser = new Browser();
    server = new Server();
    opened = new Map();
  });
  afterEach(() => {
    server.isSignedOut = true;
    for (const { tabs } of opened.values()) tabs.signedOut();
  });

  function open(name: string) {
    const client = new ChatClient(new ApiClient('http://chat', { transport: server.transport(name) }));
    const [connections, channel, ended] = [new Connections(), browser.channel(name), [] as boolean[]];
    const lock = {
      hold(lead: (ended: AbortSignal) => Promise<void>) {
        browser.tabs.set(name, { channel, lead });
        browser.elect();
      },
    };
    const tabs = new Tabs({
      ...{ client, connections, channel, lock, registration: {} },
      onState: () => undefined,
      onSignedOut: (isWanted) => ended.push(isWanted),
    });
    browser.tabs.set(name, { channel, lead: async () => undefined });
    opened.set(name, { tabs, client, connections, ended });
    tabs.start();
    return { tabs, client, connections, ended };
  }
  const nameIn = (tab: string) => {
    try {
      return opened.get(tab)?.client.state.field('realm_name');
    } catch {
      return undefined;
    }
  };
  async function until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  it('share one queue and one poll', async () => {
    for (const name of 'abcdefgh') open(name);
    await until(() => server.polls.length === 1 && nameIn('h') === 'registered 1');

    server.tell(0, 'Fernwood');

    await until(() => [...'abcdefgh'].every((name) => nameIn(name) === 'Fernwood'));
    await until(() => server.polls.length === 1);
    expect([server.registrations, server.polls.map(({ tab, after }) => [tab, after])]).toEqual([1, [['a', 0]]]);
  });

  it('go on with the same queue when the leader is killed, and lose nothing', async () => {
    for (const name of 'abc') open(name);
    await until(() => server.polls.length === 1);
    server.tell(0, 'before');
    await until(() => nameIn('c') === 'before' && server.polls.length === 1);

    browser.kill('a');
    server.polls = [];
    server.tell(1, 'after');

    await until(() => nameIn('b') === 'after' && nameIn('c') === 'after');
    expect(server.registrations).toBe(1);
    expect(opened.get('b')?.connections.get()).toEqual({ state: 'connected' });
  });

  it('follow another leader when the tab that led is superseded', async () => {
    for (const name of 'abc') open(name);
    await until(() => server.polls.length === 1);
    server.tell(0, 'before');
    await until(() => nameIn('b') === 'before' && server.polls.length === 1);

    browser.supersede('b');
    await until(() => server.polls.some(({ tab }) => tab === 'b'));
    server.polls = server.polls.filter(({ tab }) => tab === 'b');
    server.tell(1, 'after');

    await until(() => [...'abc'].every((name) => nameIn(name) === 'after'));
    expect([...'abc'].filter((name) => opened.get(name)?.tabs.isLeader)).toEqual(['b']);
    expect(server.registrations).toBe(1);
  });

  it('register again behind the view when the queue is gone', async () => {
    for (const name of 'ab') open(name);
    await until(() => server.polls.length === 1 && nameIn('b') !== undefined);

    server.queue = 'q2';
    server.polls.splice(0)[0]?.resolve(json({ code: 'BAD_EVENT_QUEUE_ID' }, 400));

    await until(() => nameIn('a') === 'registered 2' && nameIn('b') === 'registered 2');
    expect(opened.get('b')?.tabs.queueId).toBe('q2');
  });

  it('give a new tab the present state without a request', async () => {
    open('a');
    await until(() => server.polls.length === 1);
    server.tell(0, 'Fernwood');
    await until(() => nameIn('a') === 'Fernwood');

    open('b');

    expect(nameIn('b')).toBe('Fernwood');
    expect(server.registrations).toBe(1);
  });

  it('show an own change in every tab before the server reports it', async () => {
    for (const name of 'ab') open(name);
    await until(() => nameIn('b') !== undefined);

    opened.get('b')?.tabs.share({ id: 0, type: 'realm', op: 'update', property: 'name', value: 'mine' });

    expect([nameIn('a'), nameIn('b')]).toEqual(['mine', 'mine']);
  });

  it('all end with the session', async () => {
    for (const name of 'ab') open(name);
    await until(() => server.polls.length === 1);

    server.isSignedOut = true;
    opened.get('b')?.tabs.wake();

    await until(() => [...'ab'].every((name) => opened.get(name)?.ended.length === 1));
    expect([...'ab'].map((name) => opened.get(name)?.ended)).toEqual([[false], [false]]);
  });

  it.each([true, false])('all know that a person signs out, also if the server says so first: %s', async (isOver) => {
    for (const name of 'ab') open(name);
    await until(() => server.polls.length === 1);

    opened.get('b')?.tabs.signingOut(true);
    if (!isOver) opened.get('b')?.tabs.signingOut(false);
    server.isSignedOut = true;
    opened.get('b')?.tabs.wake();

    await until(() => [...'ab'].every((name) => opened.get(name)?.ended.length === 1));
    expect([...'ab'].map((name) => opened.get(name)?.ended)).toEqual([[isOver], [isOver]]);
  });
});

it('a sleep of the computer is a gap in the clock that is longer than those of hidden tabs', () => {
  const sleep = new SleepWatch(0);

  expect([5_000, 65_000, 36_000_000, 36_005_000].map((nowMs) => sleep.look(nowMs))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

describe('the session', () => {
  it('has its token in a cookie with or without a prefix', () => {
    expect(cookieValue('csrftoken', 'a=b; __Host-csrftoken=x=1; c=d')).toBe('x=1');
    expect(cookieValue('csrftoken', 'csrftoken=y')).toBe('y');
    expect(cookieValue('csrftoken', 'xcsrftoken=y')).toBe('');
  });

  it('has a mark that differs from that of another one', () => {
    expect(sessionMark('one')).toBe(sessionMark('one'));
    expect(sessionMark('one')).not.toBe(sessionMark('two'));
  });
});
