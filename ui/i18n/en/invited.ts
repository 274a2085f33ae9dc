export const invited = {
  title: 'Invitation',
  titleOf: 'Join the team of {{company}}',
  lead: '{{name}} invites you. Choose your password to begin.',
  signsInWith: 'You will sign in with {{email}}.',
  accept: 'Join the team',
  signedIn: 'You are signed in as {{name}}. To use the invitation, sign out and open the link again.',
  toHome: 'Go to the start page',
}
