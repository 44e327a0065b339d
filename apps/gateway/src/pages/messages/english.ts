/**
 * Texts of the pages as ICU messages. Every other catalogue has the same names. An apostrophe is `’`, because `'` is an escape in ICU
 * messages.
 */
export const ENGLISH = {
  'account.email': 'Email address',
  'account.name': 'Name',
  'account.title': 'Your account',
  'deactivated.text': '{realm} has been deactivated. Ask its administrators if you have questions.',
  'deactivated.title': 'Organization deactivated',
  'error.csrf':
    'This page was open for too long, or your browser does not send cookies. Go back, load the page again and repeat.',
  'error.limit': 'There were too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'error.notFound': 'There is no such page.',
  'error.refused': 'The server could not use this request.',
  'error.title': 'That did not work',
  'error.unavailable': 'The server cannot respond right now. Try again shortly.',
  'mailedLink.invalid': 'This link is not valid or has expired.',
  'newEmail.done': 'From now on it is {email}.',
  'newEmail.doneTitle': 'Your address is changed',
  'newPassword.button': 'Set the password',
  'newPassword.done': 'You can sign in with it now. All other sessions have ended.',
  'newPassword.doneTitle': 'Your password is set',
  'newPassword.password': 'New password',
  'newPassword.title': 'Set a new password',
  'newPassword.weak': 'The password is too weak.',
  'sessions.current': 'This browser',
  'sessions.details': 'Signed in with {method} from {address}. Last used on {date}.',
  'sessions.end': 'End',
  'sessions.endLabel': 'End the session of {device}, last used on {date}',
  'sessions.endOthers': 'End all other sessions',
  'sessions.method.ldap': 'the directory password',
  'sessions.method.other': 'another way',
  'sessions.method.password': 'the password',
  'sessions.title': 'Your sessions',
  'signIn.alreadyRegistered': '{email} has an account already. Sign in with it.',
  'signIn.button': 'Sign in',
  'signIn.deactivated': 'The account {email} has been deactivated. Ask the administrators of {realm}.',
  'signIn.disabled': '{realm} does not accept passwords.',
  'signIn.email': 'Email address',
  'signIn.invalidEmail': 'Enter a valid email address.',
  'signIn.password': 'Password',
  'signIn.title': 'Sign in to {realm}',
  'signIn.username': 'Email address or user name',
  'signIn.wrong': 'The name or the password is not right.',
  'signOut.button': 'Sign out',
} as const;

export type MessageName = keyof typeof ENGLISH;
export type Catalogue = Readonly<Record<MessageName, string>>;
