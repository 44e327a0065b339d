import { List, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Project {
  @Text({ required: true }) key!: string;
  @Text() url?: string;
}

export class Branch {
  @Text() name?: string;
  @Text() url?: string;
}

export class Condition {
  @Text() metric?: string;
  @Text() operator?: string;
  @Text() value?: string;
  @Text() status?: string;
  @Text({ key: 'errorThreshold' }) errorThreshold?: string;
}

export class QualityGate {
  @Text() status?: string;
  @List(() => Condition) conditions?: Condition[];
}

export class Analysis {
  @Text({ key: 'taskId' }) taskId?: string;
  @Text({ required: true }) status!: string;
  @Obj(() => Project, { required: true }) project!: Project;
  @Obj(() => Branch) branch?: Branch;
  /** Absent if the analysis failed. */
  @Obj(() => QualityGate, { key: 'qualityGate' }) qualityGate?: QualityGate;
}
