export { NarrowView, useStream } from './narrow-view.js';
export { problemOf } from './problem-of.js';
export { type Problem, ProblemView } from './problem-view.js';
export { useSubscribers } from './use-subscribers.js';
export { useTitleNames } from './use-title-names.js';
export { ViewHeader } from './view-header.js';
export { type TitleNames, viewTitle } from './view-title.js';
