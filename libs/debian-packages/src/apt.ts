import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;
/** Parts of the folder that are of no use when everything is unpacked. */
const PARTS = ['state', 'cache', 'packages', 'sources.list'];
/** Never from a package: mixing another C library into a process than the system's loader belongs to crashes it. */
const LEFT_TO_SYSTEM = /^(libc6|libgcc|libcrypt1|libperl|gcc-)/;
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The package archive of this system, with state and cache folders of its own in `folder`: it needs no root and changes nothing
 * outside; the packages' signatures are checked as always. `release`: of that release of Debian instead of this system's.
 */
export class Apt {
  private sources: readonly string[] = [];

  constructor(
    private readonly folder: string,
    private readonly release?: string,
  ) {
    for (const part of ['state/lists/partial', 'cache/archives/partial', 'packages']) {
      mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
    }
  }

  /** Reads the archive's list of packages; call it first. */
  async update(): Promise<void> {
    if (this.release !== undefined) await this.chooseRelease(this.release);
    await this.run('apt-get', ['update']);
  }

  /** Whether the archive has each of these. */
  async hasAll(names: readonly string[]): Promise<boolean> {
    const shown = await this.run('apt-cache', ['show', '--no-all-versions', ...names]).catch(() => '');
    return names.every((name) => shown.includes(`Package: ${name}\n`));
  }

  /** Packages of libraries that these depend on. */
  async librariesOf(names: readonly string[]): Promise<string[]> {
    const output = await this.run('apt-cache', ['depends', '--important', ...names]);
    const found = [...output.matchAll(/^\s+\|?(?:Pre)?Depends: (lib\S+)$/gm)].map((match) => match[1] as string);
    return [...new Set(found)].filter((name) => this.release !== undefined || !LEFT_TO_SYSTEM.test(name));
  }

  /** Downloads packages and unpacks them into `root`. */
  async unpack(names: readonly string[], root: string): Promise<void> {
    const packages = join(this.folder, 'packages');
    await this.run('apt-get', ['download', ...names]);
    for (const file of readdirSync(packages)) {
      await run('dpkg-deb', ['-x', join(packages, file), root]);
      rmSync(join(packages, file));
    }
  }

  /** Leaves nothing of it in the folder. */
  remove(): void {
    for (const part of PARTS) rmSync(join(this.folder, part), { recursive: true, force: true });
  }

  /** The release comes from the mirror of Debian that this system uses. */
  private async chooseRelease(release: string): Promise<void> {
    const uris = await this.run('apt-get', ['update', '--print-uris']);
    const mirror = /^'(\S+\/debian)\/dists\//m.exec(uris)?.[1];
    if (mirror === undefined) throw new Error('this system uses no archive of Debian');
    const list = join(this.folder, 'sources.list');
    writeFileSync(list, `deb [signed-by=${KEYRING}] ${mirror} ${release} main\n`);
    this.sources = [`Dir::Etc::SourceList=${list}`, 'Dir::Etc::SourceParts=-'];
  }

  private async run(program: 'apt-get' | 'apt-cache', args: readonly string[]): Promise<string> {
    const options = [
      `Dir::State=${this.folder}/state`,
      'Dir::State::status=/var/lib/dpkg/status',
      `Dir::Cache=${this.folder}/cache`,
      // Images of Debian switch these files off, so each command would read all lists of packages again.
      'Dir::Cache::pkgcache=pkgcache.bin',
      'Dir::Cache::srcpkgcache=srcpkgcache.bin',
      'Debug::NoLocking=1',
      // As root apt would switch to a user of its own, which may not enter this folder.
      'APT::Sandbox::User=',
      'Acquire::Languages=none',
      'Acquire::Retries=3',
      ...this.sources,
    ].flatMap((option) => ['-o', option]);
    const { stdout } = await run(program, [...options, ...args], {
      cwd: join(this.folder, 'packages'),
      env: { ...process.env, LC_ALL: 'C' },
      timeout: TIMEOUT_MS,
    });
    return stdout;
  }
}
