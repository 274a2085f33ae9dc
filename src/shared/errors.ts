/** Error codes, equal to their i18n keys, with their HTTP status (docs/behaviour.md, "Errors"). */
export const errorStatus = {
  ERR_INTERNAL_SERVER_ERROR: 500,
  ERR_NOT_FOUND: 404,
  ERR_BODY: 400,
  /** The address takes other methods, named in the header `Allow`. */
  ERR_METHOD: 405,
  /** A part of a form has a file and no field name. */
  ERR_FILE_WITHOUT_FIELD: 400,
  ERR_TOO_LARGE: 413,
  /** The company's files have reached the provider's quota. */
  ERR_NO_ROOM: 413,
  ERR_MEDIA_TYPE: 415,
  ERR_VALIDATION: 422,
  ERR_RATE_LIMIT: 429,
  /** The budget of an expensive function is used up; `budget` names it (core/http/budgets.ts). */
  ERR_BUDGET: 429,
  ERR_STORAGE: 503,
  /** The storage of files outside this machine does not answer. */
  ERR_FILES_UNREACHABLE: 503,
  ERR_NOT_READY: 503,
  /** Never sent by the server: used by the interface for a request without an answer. */
  ERR_UNREACHABLE: 503,
  ERR_FORBIDDEN_ORIGIN: 403,

  ERR_INVALID_CREDENTIALS: 401,
  /** The password is right; the answer carries the challenge for the second factor. */
  ERR_SECOND_FACTOR: 401,
  ERR_CHALLENGE_EXPIRED: 401,
  ERR_SECOND_FACTOR_CODE: 400,
  ERR_SECOND_FACTOR_REQUIRED: 403,
  ERR_SECOND_FACTOR_STATE: 409,
  ERR_SECOND_FACTOR_ENFORCED: 409,
  /** Passkeys need https or localhost, and a host name. */
  ERR_PASSKEY_ADDRESS: 409,
  ERR_PASSKEY_REFUSED: 401,
  ERR_PASSKEY_EXISTS: 409,
  /** Never sent by the server: used by the interface when the browser's dialog ends without a passkey. */
  ERR_PASSKEY_CANCELLED: 400,
  ERR_PASSKEY_LIMIT: 409,
  ERR_NO_PASSKEY_FOUND: 404,
  ERR_SESSION_EXPIRED: 403,
  ERR_SESSION_REFUSED: 401,
  ERR_ACCESSED_ELSEWHERE: 401,
  ERR_SOCKET_TICKET: 401,
  /** The login has reached its absolute end; `days` is its length. */
  ERR_LOGIN_TOO_OLD: 401,
  ERR_NO_PERMISSION: 403,
  ERR_SUBSCRIPTION_EXPIRED: 402,
  ERR_COMPANY_DISABLED: 403,
  ERR_SETUP_DONE: 409,
  ERR_SETUP_TOKEN: 403,
  ERR_WEAK_PASSWORD: 400,
  ERR_WRONG_PASSWORD: 400,
  ERR_RESET_CODE: 400,
  /** The link of an invitation is unknown, used, revoked or expired, or its author may no longer invite. */
  ERR_INVITATION_INVALID: 404,
  ERR_NO_INVITATION_FOUND: 404,
  ERR_TOO_MANY_INVITATIONS: 409,
  ERR_MAIL_NOT_SET_UP: 409,
  ERR_API_TOKEN: 401,
  /** The key's scopes do not reach the route; `scope` is the one it needs, or null when no key may. */
  ERR_KEY_SCOPE: 403,
  ERR_NO_FILE_FOUND: 404,
  ERR_FILE_LIST_ALREADY_EXISTS: 409,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_USER_DONT_EXISTS: 404,
  ERR_EMAIL_TAKEN: 409,
  ERR_SUPPORT_VISIT: 403,
  ERR_SETUP_NEEDED: 403,
  ERR_COMPANY_NAME_ALREADY_EXISTS: 409,
  ERR_LAST_ADMIN: 409,
  ERR_LAST_SUPER: 409,
  ERR_OWN_COMPANY: 409,
  ERR_PLAN_NAME_ALREADY_EXISTS: 409,
  ERR_PLAN_IN_USE: 409,
  ERR_PLAN_LIMIT: 403,

  ERR_NO_USER_FOUND: 404,
  ERR_NO_SESSION_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_PLAN_FOUND: 404,
  ERR_NO_HELP_FOUND: 404,
  ERR_PICTURE_NOT_SQUARE: 422,
  ERR_PICTURE_UNREADABLE: 422,
  ERR_NO_NODE_FOUND: 404,
  ERR_LAST_NODE: 409,
  /** There is no place for backups, or one is being made. */
  ERR_NO_BACKUP_NOW: 409,
  ERR_NO_ANNOUNCEMENT_FOUND: 404,
  ERR_NO_SUPPORT_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_OPTION_FOUND: 404,
  ERR_NO_OPT_OUT_FOUND: 404,
  /** The person left campaigns: a message of one is not sent, also not as a test. */
  ERR_OPTED_OUT: 409,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_NO_PROPOSAL_FOUND: 404,
  /** The proposal was sent, discarded or ended before; `state` is which. */
  ERR_PROPOSAL_DECIDED: 409,
  /** A conversation has as many open proposals as it may have. */
  ERR_TOO_MANY_PROPOSALS: 409,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_MEDIA_FOUND: 404,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_CHAT_FOUND: 404,
  ERR_NO_QUICK_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_INTEGRATION_FOUND: 404,
  ERR_NO_FLOW_FOUND: 404,
  ERR_NO_FLOW_REPLAY_FOUND: 404,
  ERR_NO_FLOW_RUN_FOUND: 404,
  ERR_NO_FLOW_CASE_FOUND: 404,
  ERR_NO_FLOW_CAMPAIGN_FOUND: 404,
  ERR_NO_CONTACT_LIST_FOUND: 404,
  ERR_NO_CONTACT_LIST_ITEM_FOUND: 404,
  ERR_CONTACT_LIST_IN_USE: 409,
  ERR_CONTACT_LIST_FULL: 409,
  ERR_CONTACT_LIST_ITEM_EXISTS: 409,
  ERR_NO_PROMPT_FOUND: 404,
  ERR_NO_WEBHOOK_FOUND: 404,
  ERR_NO_API_KEY_FOUND: 404,
  ERR_NO_DELIVERY_FOUND: 404,

  ERR_NO_INVOICE_FOUND: 404,
  ERR_INVOICE_PAID: 409,
  /** A payment that the company has reported waits for the provider. */
  ERR_CLAIM_WAITING: 409,
  /** The company uses more than the plan has. */
  ERR_PLAN_TOO_SMALL: 409,
  /** The difference is another one than the person has seen. */
  ERR_PLAN_PRICE: 409,
  ERR_PLAN_CHANGED: 409,
  /** No claim of a payment waits for the provider. */
  ERR_NO_CLAIM: 409,
  /** The company has reported its payment again since. */
  ERR_CLAIM_CHANGED: 409,
  /** A settlement that cannot be taken back: by a service, older than a day, or the licence has changed since. */
  ERR_INVOICE_SETTLED: 409,
  ERR_INVOICE_VALUE: 409,
  /** The provider has not configured payments. */
  ERR_PAYMENT_NOT_SET: 503,
  /** The payment service did not answer, or gave an invalid answer. */
  ERR_PAYMENT_SERVICE: 503,
  ERR_CERTIFICATE: 422,
  ERR_CARD_REFUSED: 400,
  /** A card is being charged, or the result is unknown: another charge could be a second one. */
  ERR_PAYMENT_PENDING: 409,

  ERR_NO_OTHER_WHATSAPP: 409,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_WAPP_NOT_INITIALIZED: 503,
  ERR_WAPP_CHECK_CONTACT: 503,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 503,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_WAPP_NAME_ALREADY_EXISTS: 409,
  ERR_WAPP_IN_USE: 409,
  ERR_WAPP_STATE: 409,

  ERR_SENDING_WAPP_MSG: 503,
  ERR_DELETE_WAPP_MSG: 400,
  ERR_EDIT_WAPP_MSG: 400,
  ERR_FETCH_WAPP_MSG: 400,
  ERR_FORWARD_WAPP_MSG: 400,
  ERR_CREATING_MESSAGE: 400,
  ERR_CREATING_TICKET: 400,
  ERR_EMPTY_MESSAGE: 400,
  ERR_VOICE_TOO_SHORT: 400,
  ERR_QUEUE_NAME_ALREADY_EXISTS: 409,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  ERR_QUEUE_IN_USE: 409,
  ERR_FILE_LIST_IN_USE: 409,
  /** With the names of the flows whose nodes name the tag. */
  ERR_TAG_IN_USE: 409,
  /** Connections or queues use the prompt; the answer names them. */
  ERR_PROMPT_IN_USE: 409,
  ERR_TOO_MANY_PROMPTS: 409,
  /** A prompt needs a queue for customers that it cannot help. */
  ERR_PROMPT_QUEUE: 400,
  /** The address changed: the stored key is sent to a new address only after a person typed it again. */
  ERR_PROMPT_KEY: 400,
  /** A key was typed behind the dots of the stored one. */
  ERR_PROMPT_KEY_MASK: 400,
  ERR_OPTION_ALREADY_EXISTS: 409,
  ERR_INTEGRATION_NAME_ALREADY_EXISTS: 409,
  ERR_TOO_MANY_WEBHOOKS: 409,
  ERR_TOO_MANY_API_KEYS: 409,
  ERR_WEBHOOK_INACTIVE: 409,
  /** With the names of the queues and connections that use it. */
  ERR_INTEGRATION_IN_USE: 409,
  /** Google refused the key; `reason` is its text. */
  ERR_TEST_SESSION_DIALOG: 400,
  /** The agent did not answer; `reason` is Google's text. */
  ERR_TEST_REPLY_DIALOG: 400,
  ERR_TOO_MANY_OPTIONS: 409,
  ERR_TOO_MANY_PHRASES: 409,
  ERR_FLOW_NAME_EXISTS: 409,
  /** With the names of the phrases, connections and integrations that start it. */
  ERR_FLOW_IN_USE: 409,
  /** The flow is off, or was never published. */
  ERR_FLOW_NOT_ACTIVE: 409,
  /** A flow talks with the customer. */
  ERR_FLOW_RUNNING: 409,
  /** The contact wants no robot. */
  ERR_BOT_DISABLED: 409,
  /** Another draft was saved since this one was loaded. */
  ERR_FLOW_CHANGED: 409,
  /** Test cases of a draft end elsewhere: `names` and `count`. */
  ERR_FLOW_CASES_FAILED: 409,
  ERR_FLOW_CASES_FULL: 409,
  /** With the first fault and its place, or the errors that stop publication. */
  ERR_FLOW_INVALID: 422,
  /** With the first fault of an imported file and its place. */
  ERR_FLOW_FILE: 422,
  ERR_TAG_NAME_ALREADY_EXISTS: 409,
  ERR_TOO_MANY_TAGS: 409,
  ERR_IDEMPOTENCY_REUSED: 409,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_MERGE_CONTACT: 400,
  ERR_NO_MERGE_FOUND: 404,
  ERR_MERGE_UNDO: 409,
  ERR_SPREADSHEET_TYPE: 415,
  ERR_SPREADSHEET_LOCKED: 422,
  ERR_SPREADSHEET_BROKEN: 422,
  ERR_SPREADSHEET_TOO_LARGE: 413,
  ERR_SPREADSHEET_ROWS: 422,
  ERR_SPREADSHEET_COLUMNS: 422,
  ERR_SPREADSHEET_EMPTY: 422,
  ERR_SPREADSHEET_MACROS: 422,
  ERR_LIST_FILE_TOO_LARGE: 413,
  ERR_LIST_FILE_TYPE: 415,
  ERR_LIST_ROWS: 422,
  ERR_NO_CONTACT_IMPORT_FOUND: 404,
  ERR_CONTACT_IMPORT_STATE: 409,
  ERR_CONTACT_IMPORT_RUNNING: 409,
  ERR_NO_NUMBER_CHECK_FOUND: 404,
  ERR_NUMBER_CHECK_RUNNING: 409,
  ERR_NUMBER_CHECK_STATE: 409,
  /** The text typed as confirmation does not match. */
  ERR_CONFIRMATION: 400,
  ERR_NO_EXPORT_FOUND: 404,
  /** Invalid or incomplete company file; `reason` names the first fault. */
  ERR_IMPORT_FILE: 422,
  ERR_TOO_MANY_PINS: 409,
  ERR_TOO_MANY_STARS: 409,
  ERR_NO_REPORT_FOUND: 404,
  ERR_TOO_MANY_REPORTS: 409,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_ALREADY_ACCEPTED: 409,
  ERR_TICKET_STATE: 409,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_NO_OUTCOME: 409,
  ERR_SNOOZE_PAST: 400,
  ERR_NO_CAMPAIGN_FOUND: 404,
  /** The campaign's status forbids it; `status` names the status. */
  ERR_CAMPAIGN_STATE: 409,
  /** Something is missing for the start; `missing` names it: message, whatsapp, recipients, basis. */
  ERR_CAMPAIGN_INCOMPLETE: 409,
  ERR_SHORTCODE_ALREADY_EXISTS: 409,
  /** A quick message with neither text nor file. */
  ERR_QUICK_EMPTY: 400,
  ERR_SCHEDULE_SENT: 409,
  ERR_SCHEDULE_PAST: 400,
  /** Never sent by the server as an answer: reasons why a scheduled message was not sent. */
  ERR_SCHEDULE_MISSED: 409,
  ERR_SCHEDULE_LICENCE: 409,
} as const
export type ErrorCode = keyof typeof errorStatus

/** Refusal of a request, thrown anywhere; `core/http/errors.ts` answers `{ error: code, …detail }`. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(code, options)
  }
}
