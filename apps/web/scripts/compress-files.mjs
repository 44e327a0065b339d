import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
const ENCODINGS = [
  ['br', promisify(brotliCompress)],
  ['gz', promisify(gzip)],
];

/**
 * Writes `name.br` and `name.gz` next to each text, at the highest levels. Names of assets contain their digest, so the
 * compressed files of `earlier`, a former build, are right for assets of the same name.
 */
export async function compressFiles(folder, earlier) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.test(name));
  await Promise.all(
    names.flatMap((name) => ENCODINGS.map((encoding) => compressFile(folder, earlier, name, encoding))),
  );
}

async function compressFile(folder, earlier, name, [suffix, compress]) {
  const path = join(folder, `${name}.${suffix}`);
  if (name.startsWith('assets') && (await copied(join(earlier, `${name}.${suffix}`), path))) return;
  // The default level of brotli is its highest.
  const options = suffix === 'gz' ? { level: 9 } : undefined;
  await writeFile(path, await compress(await readFile(join(folder, name)), options ?? {}));
}

const copied = (from, to) =>
  copyFile(from, to).then(
    () => true,
    () => false,
  );
