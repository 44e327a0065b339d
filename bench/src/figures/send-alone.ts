import type { Figure } from './figure.js';
import { sendAsFastAsPossible } from './send-and-deliver.js';

export const sendAlone: Figure = {
  name: 'send-alone',
  async measure({ stage }) {
    const { sends, cpu } = await sendAsFastAsPossible(await stage(), 0);
    return {
      measurements: [
        {
          what: 'POST /messages, 16 senders, no receiver',
          value: sends.perSecond,
          unit: 'messages/s',
          goal: { atLeast: 4_000 },
          peer: '82-96',
          comparedWith: 'commits',
        },
        { what: 'whole stack’s CPU per message, no receiver', value: cpu.stackMs / sends.answered, unit: 'ms' },
      ],
      details: { cpu, failed: sends.failed },
    };
  },
};
