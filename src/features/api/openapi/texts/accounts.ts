import type { OperationTexts } from '../operation-texts'

/** Texts of operations: accounts. */
export const accountsTexts: OperationTexts = {
  'GET /api/api-keys': [
    'List API keys',
    'Returns all API keys of the company with scopes, end, addresses and last use, never the keys themselves.',
  ],
  'POST /api/api-keys': [
    'Create an API key',
    'Creates a key that acts for the signed-in admin within its scopes; the response is the only one that contains the key.',
    'ERR_TOO_MANY_API_KEYS',
  ],
  'GET /api/api-keys/:id': ['Read an API key', 'Returns one API key without the key itself.', 'ERR_NO_API_KEY_FOUND'],
  'PUT /api/api-keys/:id': [
    'Change an API key',
    'Changes name, scopes, addresses or last day; the change counts for the next request with the key.',
    'ERR_NO_API_KEY_FOUND',
  ],
  'DELETE /api/api-keys/:id': [
    'Revoke an API key',
    'Revokes a key for good; every process refuses it from now on.',
    'ERR_NO_API_KEY_FOUND',
  ],
  'POST /api/forgetpassword': [
    'Request a code for a new password',
    'Sends a code by mail, valid once and for 15 minutes.',
    'ERR_MAIL_NOT_SET_UP ERR_USER_DONT_EXISTS',
  ],
  'POST /api/forgetpassword/:email': [
    'Request a code by the address',
    'The same as the request with a body.',
    'ERR_MAIL_NOT_SET_UP ERR_USER_DONT_EXISTS',
  ],
  'GET /api/invitations': ['List invitations', 'Returns the open invitations to the team.'],
  'POST /api/invitations': [
    'Invite a person',
    'Creates an invitation with a profile and queues, and mails the link if wanted.',
    'ERR_NO_QUEUE_FOUND ERR_TOO_MANY_INVITATIONS',
  ],
  'DELETE /api/invitations/:id': ['Revoke an invitation', 'Ends the link of an invitation.', 'ERR_NO_INVITATION_FOUND'],
  'GET /api/push/key': ['Read the push key', 'Returns the public key for subscriptions of browsers.'],
  'PUT /api/push/subscription': [
    'Subscribe a browser',
    "Stores the browser's subscription for notifications of this login.",
  ],
  'DELETE /api/push/subscription': ['Unsubscribe a browser', 'Removes the subscription of this login.'],
  'POST /api/push/test': ['Send a test notification', 'Sends a notification to the browser of this login.'],
  'POST /api/resetpasswords': [
    'Set a new password',
    'Takes the code of a mail and a new password.',
    'ERR_RESET_CODE ERR_WEAK_PASSWORD',
  ],
  'POST /api/resetpasswords/:email/:token/:password': [
    'Set a new password by the address',
    'The same with the values in the address, for older programs; prefer the request with a body.',
    'ERR_RESET_CODE ERR_WEAK_PASSWORD',
  ],
  'GET /api/users': ['List users', 'Returns a page of users with profile, queues and state.'],
  'POST /api/users': [
    'Create a user',
    'Creates a user with a password, profile and queues.',
    'ERR_EMAIL_TAKEN ERR_NO_QUEUE_FOUND ERR_NO_WAPP_FOUND ERR_PLAN_LIMIT ERR_WEAK_PASSWORD',
  ],
  'GET /api/users/:id': [
    'Read a user',
    'Returns one user; people without the permission read themselves.',
    'ERR_NO_PERMISSION ERR_NO_USER_FOUND',
  ],
  'PUT /api/users/:id': [
    'Change a user',
    'Changes name, e-mail, password, profile, queues or presence.',
    'ERR_EMAIL_TAKEN ERR_LAST_ADMIN ERR_NO_PERMISSION ERR_NO_QUEUE_FOUND ERR_NO_USER_FOUND ERR_NO_WAPP_FOUND ERR_WEAK_PASSWORD ERR_WRONG_PASSWORD',
  ],
  'DELETE /api/users/:id': [
    'Delete a user',
    'Deletes a user; open conversations wait again.',
    'ERR_LAST_ADMIN ERR_LAST_SUPER ERR_NO_PERMISSION ERR_NO_USER_FOUND',
  ],
  'DELETE /api/users/:id/second-factor': [
    "Remove a user's second factor",
    'Removes the app of a user who lost the phone.',
    'ERR_NO_PERMISSION ERR_NO_USER_FOUND',
  ],
  'GET /api/users/:id/sessions': [
    "List a user's logins",
    'Returns the logins of a user.',
    'ERR_NO_PERMISSION ERR_NO_USER_FOUND',
  ],
  'DELETE /api/users/:id/sessions': [
    "End a user's logins",
    'Ends all logins of a user.',
    'ERR_NO_PERMISSION ERR_NO_USER_FOUND',
  ],
  'PUT /api/users/:id/super': [
    'Change the right of a super user',
    'Gives or takes the right of a super user, after the own password.',
    'ERR_LAST_SUPER ERR_NO_PERMISSION ERR_NO_USER_FOUND ERR_WEAK_PASSWORD',
  ],
  'GET /api/users/list': ['List names of users', 'Returns id, name and queues of all users.'],
  'DELETE /api/users/sessions/:id': [
    'End a login of a user',
    'Ends one login of a user.',
    'ERR_NO_PERMISSION ERR_NO_SESSION_FOUND ERR_NO_USER_FOUND',
  ],
  'POST /api/users/set-language/:lang': ['Choose a language', 'Stores the language of the signed-in person.'],
}
