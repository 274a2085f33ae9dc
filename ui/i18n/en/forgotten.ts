import type { Texts } from '../pt/all'

export const forgotten: Texts['forgotten'] = {
  title: 'Forgot your password?',
  lead: 'Type the e-mail of your account. We will send a code to choose a new password.',
  link: 'Forgot your password?',
  send: 'Send code',
  resetTitle: 'Choose a new password',
  sent: 'We sent a code to {{email}}. It is valid for 15 minutes.',
  code: 'Code from the e-mail',
  password: 'New password',
  passwordHint: '{{min}} to {{max}} characters, with a digit, a lowercase and an uppercase letter.',
  confirmation: 'New password again',
  save: 'Save the new password',
  again: 'It did not arrive: send another code',
  done: 'Password changed. Sign in with the new one.',
  toLogin: 'Back to sign in',
  noMailTitle: 'This server sends no e-mail',
  noMailText:
    'Ask an administrator of your company for a new password: they can change it under Users. If you are the administrator, talk to whoever looks after the server.',
}
