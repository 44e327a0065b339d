import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';

const SUFFIX = '.json?texts';
/** Without `.json`: the development server leaves the imports of such modules as they are. */
const COMPILED = '.texts';
const COMPILER = fileURLToPath(import.meta.resolve('@messageformat/core'));

/** Compiles a language at build time: the module `./de.json?texts` has a function for each key of de.json. */
export function compiledTexts() {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    async resolveId(id, importer) {
      // Compiled texts import the runtime of their compiler, which is not a dependency of this package.
      if (id.startsWith('@messageformat/runtime')) return this.resolve(id, COMPILER);
      if (!id.endsWith(SUFFIX)) return undefined;
      const file = await this.resolve(id.slice(0, -'?texts'.length), importer);
      return `\0${file.id.slice(0, -'.json'.length)}${COMPILED}`;
    },
    load(id) {
      if (!id.startsWith('\0') || !id.endsWith(COMPILED)) return undefined;
      const path = `${id.slice(1, -COMPILED.length)}.json`;
      const language = basename(path, '.json');
      this.addWatchFile(path);
      return {
        code: compileModule(new MessageFormat(language), JSON.parse(readFileSync(path, 'utf8'))),
        moduleType: 'js',
      };
    },
  };
}
