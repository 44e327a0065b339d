import { Any, List, Num, Obj, Text, TextMap } from '../../incoming-webhooks/payload/fields.js';

export class Plan {
  @Text() id?: string;
  @Text() nickname?: string;
}

/** A product of a subscription. */
export class Item {
  @Obj(() => Plan) plan?: Plan;
  @Obj(() => Plan) price?: Plan;
  @Text() quantity?: string;
}

export class Items {
  @List(() => Item) data?: Item[];
}

export class Coupon {
  @Text() id?: string;
  @Text() name?: string;
  @Text() percentOff?: string;
  @Text() percentOffPrecise?: string;
  @Num() amountOff?: number;
  @Text() currency?: string;
}

/** The parts of all kinds of objects. */
export class StripeObject {
  @Text() id?: string;
  @Text() object?: string;
  @Text() customer?: string;
  @Num() amount?: number;
  @Text() currency?: string;
  @Text() status?: string;
  @Text() reason?: string;
  @Text() email?: string;
  @TextMap() metadata?: ReadonlyMap<string, string>;
  /** Fields of a charge. */
  @Text() failureCode?: string;
  @Text() failureMessage?: string;
  /** Field of a dispute or a refund. */
  @Text() charge?: string;
  /** Fields of a subscription. */
  @Obj(() => Plan) plan?: Plan;
  @Text() quantity?: string;
  /** Newer versions of the API, and subscriptions of several products, have only these. */
  @Obj(() => Items) items?: Items;
  @Num() trialEnd?: number;
  /** Field of a discount. */
  @Obj(() => Coupon) coupon?: Coupon;
  /** Fields of an invoice. */
  @Text() billingReason?: string;
  @Num() total?: number;
  @Num() amountDue?: number;
  /** Fields of a file. */
  @Text() purpose?: string;
  @Text() title?: string;
  @Text() filename?: string;
}

export class Data {
  @Obj(() => StripeObject, { required: true }) object!: StripeObject;
  /** The object again, for values of any name. */
  @Any({ key: 'object' }) values?: unknown;
  /** The former values of the changed attributes. */
  @Any() previousAttributes?: unknown;
}

export class StripeEvent {
  @Text() id?: string;
  @Text({ required: true }) type!: string;
  @Obj(() => Data, { required: true }) data!: Data;
}
