/** The package has types for its index only. */
declare module 'class-validator/cjs/decorator/common/Validate.js' {
  export { Validate, ValidatorConstraint } from 'class-validator';
}
