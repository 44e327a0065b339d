export { configurationPage } from './reference-page.js';
export { type Setting, setting } from './setting.js';
export { GROUPS, TRACING_VARIABLES, VARIABLES, type VariableName } from './variables.js';
