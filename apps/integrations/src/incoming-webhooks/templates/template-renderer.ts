import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ApiError, serviceUnavailable } from '@chat/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { RenderReply, RenderRequest } from './render-process.js';

const LIMIT_MS = 250;
const LIMIT_MIB = 64;
/** Requests that wait for the process. */
const MAX_WAITING = 100;
/** Without a request for this long, the process ends: most installations have no templates. */
const IDLE_MS = 60_000;
/** Time for the process to start. */
const START_MS = 10_000;

const invalidTemplate = (message: string): ApiError => new ApiError('INVALID_TEMPLATE', message, 400);

/**
 * Renders Liquid templates in a process with a hard limit on time and memory, one request after the other. A request beyond a limit is
 * refused, and the process replaced: other requests only wait a little longer. A request is refused by a new process only.
 */
@Injectable()
export class TemplateRenderer implements OnModuleDestroy {
  private process: Promise<ChildProcess> | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** Throws INVALID_TEMPLATE, with line and column, for templates that cannot be parsed. */
  async check(templates: RenderRequest['templates']): Promise<void> {
    await this.inTurn({ templates });
  }

  /** The texts by the names of the templates. Throws INVALID_TEMPLATE. */
  render(templates: RenderRequest['templates'], variables: Readonly<Record<string, unknown>>) {
    return this.inTurn({ templates, variables });
  }

  async onModuleDestroy(): Promise<void> {
    await this.end();
  }

  private async inTurn(request: RenderRequest): Promise<Readonly<Record<string, string>>> {
    if (this.waiting >= MAX_WAITING) throw serviceUnavailable('integrations');
    this.waiting++;
    const turn = this.last.then(() => this.send(request));
    this.last = turn.catch(() => {});
    try {
      const reply = await turn;
      if ('texts' in reply) return reply.texts;
      const { template, error, line, column } = reply;
      throw invalidTemplate(`Invalid ${template}: ${error} (line ${line}, column ${column})`);
    } finally {
      this.waiting--;
    }
  }

  private async send(request: RenderRequest): Promise<RenderReply> {
    clearTimeout(this.idleTimer);
    const isUsed = this.process !== undefined;
    try {
      return await this.ask(request);
    } catch (error) {
      if (!isUsed) throw error;
      // Garbage of an earlier template may have exceeded the limit.
      return await this.ask(request);
    } finally {
      this.idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
    }
  }

  private async ask(request: RenderRequest): Promise<RenderReply> {
    this.process ??= started();
    try {
      return await replyOf(await this.process, request);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  private async end(): Promise<void> {
    clearTimeout(this.idleTimer);
    const child = await this.process?.catch(() => undefined);
    this.process = undefined;
    child?.kill('SIGKILL');
  }
}

/** Resolves when the process reads requests. It has no variables of this one: those are secrets. */
function started(): Promise<ChildProcess> {
  const isSource = import.meta.url.endsWith('.ts');
  const file = fileURLToPath(new URL(isSource ? './source-process.mjs' : './render-process.js', import.meta.url));
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${LIMIT_MIB}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
    child.once('message', () => {
      clearTimeout(timer);
      // The child alone must not keep this process running.
      child.unref();
      child.channel?.unref();
      resolve(child);
    });
    child.once('exit', () => {
      clearTimeout(timer);
      reject(serviceUnavailable('integrations'));
    });
    child.once('error', reject);
  });
}

function replyOf(child: ChildProcess, request: RenderRequest): Promise<RenderReply> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners('message');
      child.removeAllListeners('exit');
      settle();
    };
    const timer = setTimeout(() => {
      finish(() => reject(invalidTemplate(`The template takes longer than ${LIMIT_MS} ms`)));
    }, LIMIT_MS);
    child.once('message', (reply: RenderReply) => finish(() => resolve(reply)));
    child.once('exit', () => {
      finish(() => reject(invalidTemplate(`The template needs more than ${LIMIT_MIB} MiB`)));
    });
    child.send(request, (error) => {
      if (error) finish(() => reject(serviceUnavailable('integrations')));
    });
  });
}
