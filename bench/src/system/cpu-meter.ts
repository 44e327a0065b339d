import type { System } from '@chat/tools';
import { childrenOf, cpuMs } from './processes.js';
import { toggleProfiles } from './profiles.js';

/** CPU time by service, and of the load generator, in milliseconds. */
export interface CpuUse {
  readonly byService: Readonly<Record<string, number>>;
  /** All services, PostgreSQL and Redis. */
  readonly stackMs: number;
  readonly generatorMs: number;
  readonly wallMs: number;
}

/** Measures the CPU of the system between `begin` and `end`. */
export class CpuMeter {
  private before = new Map<string, number>();
  private generatorBefore = process.cpuUsage();
  private beganAt = 0;

  constructor(
    private readonly system: System,
    /** False: no CPU profiles of this stretch. */
    private readonly isProfiled = true,
  ) {}

  begin(): void {
    if (this.isProfiled) toggleProfiles(this.system);
    this.before = this.read();
    this.generatorBefore = process.cpuUsage();
    this.beganAt = performance.now();
  }

  end(): CpuUse {
    const now = this.read();
    const generator = process.cpuUsage(this.generatorBefore);
    if (this.isProfiled) toggleProfiles(this.system);
    const byService = Object.fromEntries([...now].map(([name, ms]) => [name, ms - (this.before.get(name) ?? 0)]));
    return {
      byService,
      stackMs: Object.values(byService).reduce((sum, ms) => sum + ms, 0),
      generatorMs: (generator.user + generator.system) / 1000,
      wallMs: performance.now() - this.beganAt,
    };
  }

  private read(): Map<string, number> {
    const children = childrenOf();
    const used = new Map<string, number>();
    for (const { service, pid } of this.system.list()) {
      used.set(service, (used.get(service) ?? 0) + cpuMs(pid, children));
    }
    return used;
  }
}
