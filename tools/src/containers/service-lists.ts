/** A list of services in a deployment file. */
interface ServiceList {
  readonly path: string;
  /** The part of the list that is about one service. */
  readonly part: (service: string) => RegExp;
}

const LISTS: readonly ServiceList[] = [
  { path: 'docker-compose.yml', part: (service) => new RegExp(`^  ${service}:\\n(    .*\\n)+\\n`, 'm') },
  { path: 'deploy/compose/monitoring.yml', part: (service) => new RegExp(`^  ${service}: .*\\n`, 'm') },
  { path: 'deploy/kubernetes/base/kustomization.yaml', part: (service) => new RegExp(`^  - ${service}.yaml\\n`, 'm') },
  {
    path: 'deploy/kubernetes/example/kustomization.yaml',
    part: (service) => new RegExp(`^  - { name: chat-${service}, .*\\n`, 'm'),
  },
  { path: 'deploy/prometheus/prometheus.yml', part: (service) => new RegExp(`, ${service}\\b`) },
];
const LISTS_WITH_TABLES: readonly ServiceList[] = [
  ...LISTS,
  {
    path: 'deploy/kubernetes/base/network-policies.yaml',
    part: (service) => new RegExp(`, ${service}(?=, [\\w, -]*\\bmigrate\\])`),
  },
  { path: 'deploy/kubernetes/autoscaling/kustomization.yaml', part: (service) => new RegExp(`\\|${service}\\b`) },
];

/** The lists that name a service with or without tables, and the service with the entries that a new one gets. */
export const serviceListsOf = (hasTables: boolean) => ({
  lists: hasTables ? LISTS_WITH_TABLES : LISTS,
  model: hasTables ? 'messaging' : 'events',
});

/** Returns the file's text with the entry of `model` repeated after itself, under the new name. */
export function withService(text: string, { path, part }: ServiceList, model: string, name: string): string {
  if (!part(model).test(text)) throw new Error(`${path} has no entry of ${model} to repeat for ${name}`);
  return text.replace(part(model), (entry) => `${entry}${entry.replaceAll(model, name)}`);
}
