import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { viteDynamicImportVarsPlugin, viteImportGlobPlugin } from 'rolldown/experimental';

/** Packages with native code, which are loaded from their folders. */
const EXTERNAL = /^(sharp|@node-rs\/argon2)$/;
/** Parts of TypeORM for databases other than PostgreSQL. They are half of it, and each start would load them. */
const OTHER_DATABASES =
  /\/typeorm\/driver\/(aurora-|better-|capacitor|cockroach|cordova|expo|mongo|mysql|native|oracle|react|sap|spanner|sql)[^/]*\/(?!MssqlParameter)/;
/** Name of the variable of each chunk with its address. */
const BUNDLE_URL = '__bundleUrl';
/** Packages that mention `__dirname` only in code that no service runs. */
const USE_NO_FOLDER = /\/node_modules\/(bullmq|ioredis|msgpackr|pino|thread-stream|undici)\//;

/**
 * Bundles programs, by name the absolute paths of their compiled entries, into `folder`: `<name>.js` and chunks that they share. Replaces
 * the folder at the end, so that a reader finds the last bundle or this one.
 */
export async function bundle(entries, folder) {
  const partial = `${folder}.${process.pid}`;
  try {
    const build = await rolldown({
      input: entries,
      platform: 'node',
      plugins: [
        externalPackages(folder),
        compilerMaps,
        noOtherDatabases,
        noCloudflare,
        noTimesOfNest,
        noNativeMessagePack,
        viteDynamicImportVarsPlugin(),
        viteImportGlobPlugin(),
        moduleUrls(folder),
      ],
      onLog: (level, log, write) => isHarmless(log) || write(level, log),
    });
    const { output } = await build.write({
      dir: partial,
      entryFileNames: '[name].js',
      // cached-code.cjs cannot store the code of ES modules.
      format: 'cjs',
      // Nor can stored code import.
      dynamicImportInCjs: false,
      banner: `'use strict';\nconst ${BUNDLE_URL} = require('node:url').pathToFileURL(__filename).href;`,
      // Node provides classes by their names, TypeORM names tables by them, and log lines show them.
      keepNames: true,
      sourcemap: true,
      sourcemapExcludeSources: true,
      // V8 stores a chunk with one other character at two bytes for each of its characters.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
      comments: { legal: true, annotation: false, jsdoc: false },
      // A module runs where the unbundled program runs it: decorators and registries depend on the order.
      strictExecutionOrder: true,
    });
    await build.close();
    requireNoFolders(output);
    writeFileSync(join(partial, 'package.json'), '{ "type": "commonjs" }\n');
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** By path from the bundle, because an app need not depend on them itself. */
const externalPackages = (folder) => ({
  name: 'external-packages',
  resolveId: {
    filter: { id: EXTERNAL },
    async handler(name, importer) {
      const resolved = await this.resolve(name, importer, { kind: 'require-call', skipSelf: true });
      return resolved && { id: relative(folder, resolved.id), external: true };
    },
  },
});

/** The maps of the compiler, so that stack traces have lines of TypeScript. */
const compilerMaps = {
  name: 'compiler-maps',
  load: {
    filter: { id: /\/(?:apps|libs|@chat)\/[^/]+\/dist\/(?!.*\/node_modules\/)/ },
    handler(id) {
      if (!existsSync(`${id}.map`)) return undefined;
      return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
    },
  },
};

const noOtherDatabases = {
  name: 'no-other-databases',
  load: { filter: { id: OTHER_DATABASES }, handler: () => 'module.exports = {};' },
};

/** At its start, pg looks for the runtime of Cloudflare, and Node loads its `fetch` for that. */
const noCloudflare = {
  name: 'no-cloudflare',
  transform: {
    filter: { id: /\/pg\/lib\/stream\.js$/ },
    handler: (code) => ({ code: code.replace('if (isCloudflareRuntime())', 'if (false)'), map: null }),
  },
};

/** The first format of times loads the data of ICU, a twentieth of a start. Nest makes two for its own loggers, which no service uses. */
const noTimesOfNest = {
  name: 'no-times-of-nest',
  transform: {
    filter: { id: /\/@nestjs\/common\/services\/(console-)?logger\.service\.js$/ },
    handler: (code) => ({
      code: code
        .replace('dateTimeFormatter = new', 'dateTimeFormatter = () => new')
        .replace('dateTimeFormatter.format(', 'dateTimeFormatter().format('),
      map: null,
    }),
  },
};

/** BullMQ reads few and small texts of this format. Its native reader, which is optional, would be looked for and loaded at each start. */
const noNativeMessagePack = {
  name: 'no-native-message-pack',
  load: { filter: { id: /\/msgpackr-extract\/index\.js$/ }, handler: () => 'module.exports = undefined;' },
};

/** Modules find files next to themselves, such as scripts and workers, so their addresses must remain. */
const moduleUrls = (folder) => ({
  name: 'module-urls',
  transform: {
    // Not the bundler's own runtime, in which it is the bundle that loads the external packages.
    filter: { id: { exclude: /^\0/ }, code: 'import.meta.url' },
    handler: (code, id) => ({
      code: code.replaceAll('import.meta.url', () => `${urlOf(id, folder)}.href`),
      map: null,
    }),
  },
});

const urlOf = (path, folder) => `new URL(${JSON.stringify(relative(folder, path))}, ${BUNDLE_URL})`;

/** Packages try to load optional ones. */
const isHarmless = ({ code }) => code === 'UNRESOLVED_IMPORT';

function requireNoFolders(output) {
  const modules = output.flatMap((chunk) => Object.entries(chunk.modules ?? {}));
  const found = modules.find(
    ([id, { code }]) => /\b__(dirname|filename)\b/.test(code ?? '') && !USE_NO_FOLDER.test(id),
  );
  if (found !== undefined) throw new Error(`${found[0]} finds files by __dirname, which a bundle has not.`);
}
