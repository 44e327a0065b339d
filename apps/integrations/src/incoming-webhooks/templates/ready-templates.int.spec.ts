import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import { TemplateRenderer } from './template-renderer.js';

const page = readFileSync(new URL('../../integrations/json/page.md', import.meta.url), 'utf8');
const BLOCK = /```liquid (\w+)\n([\s\S]*?)\n```/g;

/** A payload of each service on the page, and the message that its templates make of it. */
const SERVICES: Readonly<Record<string, readonly [payload: object, topic: string, content: string]>> = {
  Jenkins: [
    { name: 'app', build: { full_url: 'https://ci.example.com/4/', number: 4, phase: 'FINALIZED', status: 'SUCCESS' } },
    'app',
    'Build [#4](https://ci.example.com/4/) success.',
  ],
  'Uptime Kuma': [
    { heartbeat: { status: 0 }, monitor: { name: 'Shop' }, msg: '[Shop] timeout' },
    'Shop',
    ':alert: Down: [Shop] timeout',
  ],
  'Argo CD': [
    {
      app: {
        metadata: { name: 'shop' },
        status: { sync: { status: 'Synced', revision: 'abc' }, health: { status: 'Healthy' } },
      },
    },
    'shop',
    'Synced to `abc`, healthy.',
  ],
  'Docker Hub': [
    { push_data: { tag: '2', pusher: 'ana' }, repository: { repo_name: 'a/b', repo_url: 'https://hub.example.com' } },
    'a/b',
    'ana pushed `2` of [a/b](https://hub.example.com).',
  ],
  Buildkite: [
    {
      event: 'build.finished',
      build: { number: 4, state: 'passed', web_url: 'https://b.example.com/4', branch: 'main' },
      pipeline: { name: 'App' },
    },
    'App',
    'Build [#4](https://b.example.com/4) of `main` passed.',
  ],
  'Terraform Cloud': [
    {
      run_url: 'https://t.example.com',
      workspace_name: 'prod',
      notifications: [{ message: 'Run Planned', run_status: 'planned' }],
    },
    'prod',
    '[Run Planned](https://t.example.com): planned',
  ],
  Vercel: [
    { type: 'deployment.succeeded', payload: { name: 'site', url: 'site.example.com' } },
    'site',
    'deployment succeeded: https://site.example.com',
  ],
  Rollbar: [
    { event_name: 'new_item', data: { item: { counter: 7, title: 'TypeError', environment: 'production' } } },
    'TypeError',
    'New item #7 in production.',
  ],
  'Sonarr and Radarr': [{ eventType: 'Grab', movie: { title: 'A Film' } }, 'A Film', 'Grab: A Film'],
  Ghost: [
    { post: { current: { title: 'News', url: 'https://g.example.com' } } },
    'News',
    'Published: [News](https://g.example.com)',
  ],
};

const renderer = new TemplateRenderer();
afterAll(() => renderer.onModuleDestroy());

it.each(Object.entries(SERVICES))('the templates for %s make a message', async (service, [payload, topic, content]) => {
  const section = page.split(/^### /m).find((text) => text.startsWith(`${service}\n`)) ?? '';
  const templates = Object.fromEntries([...section.matchAll(BLOCK)].map(([, name, text]) => [name, text as string]));

  const texts = await renderer.render(templates, { payload });

  expect(texts['topic_template']).toBe(topic);
  expect(texts['content_template']?.trim()).toBe(content);
  expect(texts['only_if_template'] ?? '1').toBe('1');
});

it('every service on the page has its payload here', () => {
  const named = [...page.matchAll(/^### (.*)$/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(SERVICES));
});
