/* Paths of pages that other pages lead to. */

export const CLIENT_PATH = '/';
export const SIGN_IN_PATH = '/login/';
export const SIGN_UP_PATH = '/register/';
export const ACCOUNT_PATH = '/account/';
export const DEACTIVATED_PATH = '/accounts/deactivated/';
