import { ApiClient } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import { runCommand } from './run-command.js';

describe('a command of the client', () => {
  const sent: string[] = [];
  const clientFor = (status: number) =>
    new ApiClient('http://nowhere', {
      transport: {
        send: async (request: unknown) => {
          sent.push(JSON.stringify(request));
          return { status, headers: {}, text: '{"result":"success","msg":""}' };
        },
      },
    });

  it('changes a setting, and says so', async () => {
    expect(await runCommand(clientFor(200), 'night')).toEqual({ key: 'command.night_done' });
    expect(sent.at(-1)).toContain('night');
  });

  it('measures the way to the server', async () => {
    let now = 0;
    const reply = await runCommand(clientFor(200), 'ping', () => (now += 21.4));
    expect(reply).toEqual({ key: 'command.ping_done', values: { ms: 21 } });
  });

  it('fails with the request', async () => {
    await expect(runCommand(clientFor(500), 'day')).rejects.toThrow();
  });
});
