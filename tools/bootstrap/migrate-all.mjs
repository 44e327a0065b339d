// Runs the migration modules of its arguments in one process. They load their common modules once, which takes 1 s
// instead of 2.6 s on two cores. The failure of one module ends the process with its error.
import { pathToFileURL } from 'node:url';

await Promise.all(process.argv.slice(2).map((path) => import(pathToFileURL(path).href)));
