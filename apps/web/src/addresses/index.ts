export {
  type Address,
  type AddressTerm,
  inStream,
  inTopic,
  isSameView,
  LIST_VIEWS,
  type ListView,
  messagesThatAre,
  operandOf,
  sentBy,
  viewKey,
  withPeople,
} from './address.js';
export { type AddressNames, addressOf, fragmentOf } from './fragment.js';
export { canGoBack, goBack, numberHistory } from './history-depth.js';
export { currentAddress, go, useAddress } from './use-address.js';
