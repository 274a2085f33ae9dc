import type { OperationTexts } from '../operation-texts'

/** Texts of operations: logins. */
export const loginsTexts: OperationTexts = {
  'POST /api/auth/invitation': [
    'Open an invitation',
    'Returns company, name and e-mail of a valid invitation link.',
    'ERR_INVITATION_INVALID',
  ],
  'POST /api/auth/invitation/accept': [
    'Accept an invitation',
    'Creates the invited user with a password and signs in.',
    'ERR_EMAIL_TAKEN ERR_FORBIDDEN_ORIGIN ERR_INVITATION_INVALID ERR_PLAN_LIMIT ERR_WEAK_PASSWORD',
  ],
  'POST /api/auth/login': [
    'Sign in',
    'Signs in by e-mail and password. The answer has an access token for 15 minutes, and a cookie with which a new one is requested; with two-step verification it has a challenge instead.',
    'ERR_FORBIDDEN_ORIGIN ERR_INVALID_CREDENTIALS ERR_SECOND_FACTOR ERR_SETUP_NEEDED',
  ],
  'POST /api/auth/login/second-step': [
    'Finish a sign-in in two steps',
    'Takes the challenge of the first step and a code of the authenticator app, or a recovery code.',
    'ERR_CHALLENGE_EXPIRED ERR_FORBIDDEN_ORIGIN ERR_SECOND_FACTOR_CODE',
  ],
  'DELETE /api/auth/logout': [
    'Sign out',
    'Ends the logins of the cookie and of the Authorization header.',
    'ERR_FORBIDDEN_ORIGIN ERR_SESSION_REFUSED',
  ],
  'GET /api/auth/me': [
    'Read the signed-in person',
    'Returns the person, the company with its plan, and the settings that the person may read.',
  ],
  'POST /api/auth/passkey/login': [
    'Sign in with a passkey',
    "Takes the authenticator's answer to the options of the request before.",
    'ERR_CHALLENGE_EXPIRED ERR_FORBIDDEN_ORIGIN ERR_PASSKEY_ADDRESS ERR_PASSKEY_REFUSED ERR_SETUP_NEEDED',
  ],
  'POST /api/auth/passkey/options': [
    'Begin a sign-in with a passkey',
    'Returns a challenge for the authenticator; the body names the challenge of a correct password, or null.',
    'ERR_CHALLENGE_EXPIRED ERR_FORBIDDEN_ORIGIN ERR_PASSKEY_ADDRESS ERR_SETUP_NEEDED',
  ],
  'GET /api/auth/passkeys': ['List own passkeys', 'Returns the passkeys of the signed-in person with their last use.'],
  'POST /api/auth/passkeys': ['Add a passkey', 'Stores the public key of an authenticator that answered the options.'],
  'PUT /api/auth/passkeys/:id': ['Rename a passkey', 'Gives an own passkey another name.'],
  'POST /api/auth/passkeys/:id/remove': ['Remove a passkey', 'Removes an own passkey after the password was checked.'],
  'POST /api/auth/passkeys/options': [
    'Begin adding a passkey',
    'Checks the password and returns the options for a new passkey.',
  ],
  'POST /api/auth/refresh_token': [
    'Renew the access token',
    'Takes the cookie of a login and returns a new access token and a new cookie; a cookie is valid once.',
    'ERR_ACCESSED_ELSEWHERE ERR_FORBIDDEN_ORIGIN ERR_LOGIN_TOO_OLD ERR_SESSION_REFUSED',
  ],
  'GET /api/auth/second-factor': [
    'Read own two-step verification',
    'Tells whether the signed-in person has an authenticator app.',
  ],
  'POST /api/auth/second-factor': [
    'Begin two-step verification',
    'Checks the password and returns the key for an authenticator app.',
  ],
  'POST /api/auth/second-factor/confirm': [
    'Confirm two-step verification',
    'Takes the first code of the app; returns recovery codes, which are shown once.',
  ],
  'POST /api/auth/second-factor/disable': [
    'Turn off two-step verification',
    'Checks password and code and removes the app; refused where the company or the installation requires it.',
  ],
  'POST /api/auth/second-factor/recovery-codes': [
    'Replace recovery codes',
    'Checks password and code and returns new recovery codes; the old ones end.',
  ],
  'GET /api/auth/sessions': [
    'List own logins',
    'Returns the logins of the signed-in person with device, address and time.',
  ],
  'DELETE /api/auth/sessions': ['End all other logins', 'Ends every login of the person but the one of the request.'],
  'DELETE /api/auth/sessions/:id': ['End one login', 'Ends one login of the signed-in person.'],
  'POST /api/auth/setup': [
    'Set up the installation',
    'Creates the first super user with the one-time link that the server prints at its first start.',
    'ERR_EMAIL_TAKEN ERR_FORBIDDEN_ORIGIN ERR_SETUP_DONE ERR_SETUP_TOKEN ERR_WEAK_PASSWORD',
  ],
  'POST /api/auth/ws-ticket': [
    'Request a websocket ticket',
    'Returns a ticket, valid once and for 30 seconds, with which the websocket is opened.',
  ],
}
