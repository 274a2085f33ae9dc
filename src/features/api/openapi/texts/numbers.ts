import type { OperationTexts } from '../operation-texts'

/** Texts of operations: numbers. */
export const numbersTexts: OperationTexts = {
  'GET /api/alerts': [
    'List alerts of numbers',
    "Returns recent alerts about the company's WhatsApp numbers, newest first: numbers that went down, came back or reached a limit.",
  ],
  'GET /api/alerts/mails': [
    'Read the choice of alert mails',
    'Tells whether the signed-in admin gets a mail for each alert of a number.',
  ],
  'PUT /api/alerts/mails': [
    'Choose alert mails',
    'Turns the mails about alerts of numbers on or off for the signed-in admin.',
  ],
  'GET /api/whatsapp': ['List connections', "Returns the company's WhatsApp numbers with their state."],
  'POST /api/whatsapp': [
    'Create a connection',
    'Creates a connection, which is then linked by QR or pairing code.',
    'ERR_NO_FLOW_FOUND ERR_NO_INTEGRATION_FOUND ERR_NO_PROMPT_FOUND ERR_NO_QUEUE_FOUND ERR_PLAN_LIMIT ERR_WAPP_GREETING_REQUIRED ERR_WAPP_NAME_ALREADY_EXISTS',
  ],
  'GET /api/whatsapp/:id': [
    'Read a connection',
    'Returns one connection with its texts, queues and state.',
    'ERR_NO_WAPP_FOUND',
  ],
  'PUT /api/whatsapp/:id': [
    'Change a connection',
    'Changes name, queues, texts and automation of a connection.',
    'ERR_NO_OTHER_WHATSAPP ERR_NO_WAPP_FOUND ERR_PLAN_LIMIT',
  ],
  'DELETE /api/whatsapp/:id': [
    'Delete a connection',
    'Unlinks and deletes a connection; conversations stay.',
    'ERR_NO_WAPP_FOUND ERR_WAPP_IN_USE',
  ],
  'GET /api/whatsapp/:id/health': [
    'Read the health of a number',
    'Returns verdict, figures by hour and outages of a number.',
    'ERR_NO_WAPP_FOUND',
  ],
  'PUT /api/whatsapp/:id/pause': [
    'Pause the campaigns of a number',
    'Pauses the campaigns of a number for some days, as its health advises.',
    'ERR_NO_WAPP_FOUND',
  ],
  'GET /api/whatsapp/:id/token': [
    "Reveal the connection's token",
    'Returns the token of the messages API; the audit log records it.',
    'ERR_NO_WAPP_FOUND',
  ],
  'POST /api/whatsapp/:id/token': [
    "Replace the connection's token",
    'Makes a new token; the old one ends.',
    'ERR_NO_WAPP_FOUND',
  ],
  'GET /api/whatsapp/health': ['Read the health of all numbers', 'Returns the verdict of each number.'],
  'POST /api/whatsappsession/:id': [
    'Connect a number',
    "Starts the session of a linked number; `id` is the connection's.",
    'ERR_NO_WAPP_FOUND ERR_WAPP_STATE',
  ],
  'PUT /api/whatsappsession/:id': [
    'Request a new QR code',
    'Starts a session without keys, whose QR code the phone scans.',
    'ERR_NO_WAPP_FOUND ERR_WAPP_STATE',
  ],
  'DELETE /api/whatsappsession/:id': [
    'Unlink a number',
    'Logs a number out on the phone.',
    'ERR_NO_WAPP_FOUND ERR_WAPP_STATE',
  ],
  'POST /api/whatsappsession/:id/pair': [
    'Request a pairing code',
    'Returns a code that is typed on the phone in place of the QR code.',
    'ERR_NO_WAPP_FOUND ERR_WAPP_INVALID_CONTACT ERR_WAPP_STATE',
  ],
}
