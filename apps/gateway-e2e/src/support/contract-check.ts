import type { ApiCall } from '@chat/chat-client';
import { WireCheck } from '@chat/testing';

/** More would hide the first. */
const MAX_FAULTS = 30;

/** Checks every response and event of a test's clients against its schema, and reports the violations at the end. */
export class ContractCheck {
  private readonly faults = new Set<string>();

  private constructor(private readonly check: WireCheck) {}

  static async create(): Promise<ContractCheck> {
    return new ContractCheck(await WireCheck.create());
  }

  readonly onResponse = (call: ApiCall): void => {
    for (const fault of this.check.answer(call)) if (this.faults.size < MAX_FAULTS) this.faults.add(fault);
  };

  throwFaults(): void {
    if (this.faults.size === 0) return;
    throw new Error(`Answers that are not what their schemas say:\n${[...this.faults].join('\n')}`);
  }
}
