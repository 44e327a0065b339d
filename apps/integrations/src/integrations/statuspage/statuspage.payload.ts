import { List, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Page {
  @Text() statusDescription?: string;
}

export class IncidentUpdate {
  @Text() body?: string;
}

export class Incident {
  @Text({ required: true }) name!: string;
  @Text({ required: true }) status!: string;
  @Text() shortlink?: string;
  /** The newest one first. */
  @List(() => IncidentUpdate) incidentUpdates?: IncidentUpdate[];
}

export class Component {
  @Text({ required: true }) name!: string;
  @Text({ required: true }) status!: string;
}

export class ComponentUpdate {
  @Text() oldStatus?: string;
}

export class Notification {
  @Obj(() => Page, { required: true }) page!: Page;
  @Obj(() => Incident) incident?: Incident;
  @Obj(() => Component) component?: Component;
  @Obj(() => ComponentUpdate) componentUpdate?: ComponentUpdate;
}
