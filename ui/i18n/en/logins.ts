import type { Texts } from '../pt/all'

export const logins: Texts['logins'] = {
  title: 'Sessions',
  lead: 'Only one is open at a time: signing in elsewhere ends the one before.',
  several_one:
    'One is open on a computer and one on a phone: signing in on another computer or phone ends the one before.',
  several_other:
    'One is open on a computer and up to {{count}} on phones: signing in on another computer, or on one more phone, ends the oldest.',
  of: 'Sessions of {{name}}',
  none: 'No sessions.',
  thisOne: 'This session',
  since: 'Signed in on {{date}}',
  lastUsed: 'Used on {{date}}',
  ended: 'Ended on {{date}}',
  endedBy: {
    admin: 'ended by an administrator',
    elsewhere: 'signed in elsewhere',
    logout: 'you signed out',
    logoutByUser: 'the user signed out',
    password: 'the password was changed',
    reset: 'the password was reset',
    revoked: 'ended by you',
    revokedByUser: 'ended by the user',
    reuse: 'ended for security',
    other: 'its time was up',
  },
  unknownDevice: 'Unknown browser',
  end: 'End the session of {{device}}',
  endOthers: 'End all others',
  endAll: 'End all',
  endedOne: 'Session ended.',
}
