export { NarrowView, useStream } from './narrow-view.js';
export { type Problem, ProblemPage, ProblemView } from './problem-view.js';
export { refusalOf } from './refusal-of.js';
export { setTopicMuted } from './topic-changes.js';
export { useProblem } from './use-problem.js';
export { useTitleNames } from './use-title-names.js';
export { ViewHeader } from './view-header.js';
export { type TitleNames, viewTitle } from './view-title.js';
