import { fileURLToPath } from 'node:url';
import { connectionViolations } from './boundaries/connections.js';
import { copyViolations } from './boundaries/declared-dependencies.js';
import { violationsOf } from './boundaries/rules.js';
import { readStructureExceptions, structureViolations } from './boundaries/structure.js';
import { readWorkspace } from './boundaries/workspace.js';

// Prints a sentence per violation and exits with 1 if there are any (docs/architecture/README.md).
const root = fileURLToPath(new URL('../..', import.meta.url));
const workspace = readWorkspace(root);
const violations = [
  ...violationsOf(workspace),
  ...structureViolations(workspace, readStructureExceptions(root)),
  ...connectionViolations(root, workspace),
  ...copyViolations(root),
];
for (const violation of violations) console.error(violation);
const files = workspace.projects.reduce((count, project) => count + project.files.length, 0);
console.log(`${workspace.projects.length} projects, ${files} files, ${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
