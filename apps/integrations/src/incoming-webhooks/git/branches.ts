import type { ParameterOfIntegration } from '../integration.js';
import type { WebhookRequest } from '../webhook-request.js';

export const BRANCHES: ParameterOfIntegration = {
  name: 'branches',
  description: 'Names of branches, separated by commas. Pushes to other branches are ignored.',
};

/** Whether the address lets pushes to a branch through. */
export function isOfInterest(branch: string, request: WebhookRequest): boolean {
  const branches = request.parameter(BRANCHES.name);
  return branches === undefined || branches.split(',').some((name) => name.trim() === branch);
}

const REF = /^refs\/(heads|tags)\//;

/** `main` for `refs/heads/main`. */
export const shortRef = (ref: string): string => ref.replace(REF, '');

export const isTag = (ref: string): boolean => ref.startsWith('refs/tags/');
