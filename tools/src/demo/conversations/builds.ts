import type { Conversation, DemoMessage } from '../conversation.js';

const FIRST_BUILD = 1_204;
const BUILDS_PER_PROJECT = 24;
const PROJECTS = [
  { name: 'shop', steps: 412, seconds: 251 },
  { name: 'booking', steps: 188, seconds: 97 },
  { name: 'lock-firmware', steps: 640, seconds: 388 },
];
/** Every so many builds one is red, and the next but one green again. */
const RED_EVERY = 9;

/** What the build server reports: the same from one installation to the next. */
export const builds: readonly Conversation[] = PROJECTS.map((project, index) => ({
  stream: 'builds',
  topic: project.name,
  messages: Array.from({ length: BUILDS_PER_PROJECT }, (_, build): DemoMessage => {
    const number = FIRST_BUILD + build * PROJECTS.length + index;
    const seconds = project.seconds + ((build * 37) % 41) - 20;
    const took = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    if (build % RED_EVERY === RED_EVERY - 1) {
      const failed = 1 + (build % 3);
      return [
        'bot',
        `:cross_mark: **${project.name} #${number}**: ${failed} of ${project.steps} tests failed after ${took}.`,
        { eyes: ['jonas'] },
      ];
    }
    return ['bot', `:check: **${project.name} #${number}**: ${project.steps + build} tests passed in ${took}.`];
  }),
}));
