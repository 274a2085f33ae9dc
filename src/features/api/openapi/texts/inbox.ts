import type { OperationTexts } from '../operation-texts'

/** Texts of operations: inbox. */
export const inboxTexts: OperationTexts = {
  'GET /api/chats': ['List internal chats', 'Returns the chats of the signed-in person, the latest message first.'],
  'POST /api/chats': [
    'Create an internal chat',
    'Creates a chat of several colleagues under a title.',
    'ERR_NO_USER_FOUND',
  ],
  'PUT /api/chats/:id': [
    'Change an internal chat',
    'Changes title and members of an own chat.',
    'ERR_NO_CHAT_FOUND ERR_NO_PERMISSION ERR_NO_USER_FOUND',
  ],
  'DELETE /api/chats/:id': [
    'Delete an internal chat',
    'Deletes an own chat with its messages.',
    'ERR_NO_CHAT_FOUND ERR_NO_PERMISSION',
  ],
  'GET /api/chats/:id/messages': [
    'List messages of a chat',
    'Returns a page of messages, newest page first.',
    'ERR_NO_CHAT_FOUND',
  ],
  'POST /api/chats/:id/messages': [
    'Write in a chat',
    'Sends a message to the members, with a file or as a reply if wanted.',
    'ERR_NO_CHAT_FOUND ERR_NO_MEDIA_FOUND ERR_NO_MESSAGE_FOUND',
  ],
  'POST /api/chats/:id/read': [
    'Mark a chat as read',
    'Marks the messages of a chat as read by the signed-in person.',
    'ERR_NO_CHAT_FOUND',
  ],
  'PUT /api/chats/:id/upload': [
    'Upload a file for a chat',
    'Stores the bytes of a file, which a message then sends by its id.',
    'ERR_EMPTY_MESSAGE ERR_NO_CHAT_FOUND ERR_NO_ROOM',
  ],
  'POST /api/chats/direct': [
    'Open a chat with a colleague',
    'Returns the one direct chat with a colleague, created at its first use.',
    'ERR_NO_USER_FOUND',
  ],
  'POST /api/chats/messages/:id/reaction': [
    'React to a chat message',
    'Sets, replaces or, with an empty text, removes the own reaction.',
    'ERR_NO_CHAT_FOUND ERR_NO_MESSAGE_FOUND',
  ],
  'GET /api/chats/u/:uuid': [
    'Find a chat by uuid',
    'Returns the chat of an address of the interface.',
    'ERR_NO_CHAT_FOUND',
  ],
  'GET /api/messages/:id': [
    'List messages of a conversation',
    "Returns a page of a conversation, oldest message first; `id` is the ticket's. `next` leads to older messages.",
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'POST /api/messages/:id': [
    'Answer a conversation',
    "Sends a text, files, a location or a contact; `id` is the ticket's. With `Idempotency-Key` a repeated request sends nothing twice.",
    'ERR_EMPTY_MESSAGE ERR_IDEMPOTENCY_REUSED ERR_NO_MESSAGE_FOUND ERR_NO_PERMISSION ERR_NO_TICKET_FOUND ERR_TICKET_NOT_OPEN',
  ],
  'DELETE /api/messages/:id': [
    'Delete a message',
    'Deletes an own message for everyone, or discards one that failed.',
    'ERR_DELETE_WAPP_MSG ERR_NO_MESSAGE_FOUND ERR_NO_PERMISSION',
  ],
  'POST /api/messages/:id/forward': [
    'Forward a message',
    'Sends a message to other conversations and contacts.',
    'ERR_FORWARD_WAPP_MSG ERR_IDEMPOTENCY_REUSED ERR_NO_MESSAGE_FOUND ERR_OTHER_OPEN_TICKET',
  ],
  'POST /api/messages/:id/reaction': [
    'React to a message',
    'Sets, replaces or, with an empty text, removes the reaction.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND ERR_TICKET_NOT_OPEN',
  ],
  'POST /api/messages/:id/retry': [
    'Send a failed message again',
    'Enqueues a message that could not be sent.',
    'ERR_NO_MESSAGE_FOUND ERR_NO_PERMISSION ERR_NO_WAPP_FOUND',
  ],
  'GET /api/messages/:id/search': [
    'Search a conversation',
    "Returns the messages of a conversation that contain the words; `id` is the ticket's.",
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'PUT /api/messages/:id/upload': [
    'Upload a file for a conversation',
    "Stores the bytes of a file, which an answer then sends by its id; `id` is the ticket's.",
    'ERR_EMPTY_MESSAGE ERR_NO_PERMISSION ERR_NO_TICKET_FOUND ERR_TICKET_NOT_OPEN',
  ],
  'POST /api/messages/edit/:id': [
    'Edit a message',
    "Changes the text of an own message within WhatsApp's time for edits.",
    'ERR_EDIT_WAPP_MSG',
  ],
  'GET /api/messages/edits/:id': [
    'List earlier texts of a message',
    'Returns the texts that a message had before its edits, oldest first.',
    'ERR_NO_MESSAGE_FOUND ERR_NO_PERMISSION',
  ],
  'POST /api/messages/flow': [
    'Start a flow with a customer',
    'Starts an active flow with the customer of a number, with values for its variables.',
    'ERR_BOT_DISABLED ERR_FLOW_NOT_ACTIVE ERR_FLOW_RUNNING ERR_IDEMPOTENCY_REUSED ERR_NO_FLOW_FOUND ERR_NO_PERMISSION ERR_NO_WAPP_FOUND ERR_TICKET_ALREADY_ACCEPTED ERR_WAPP_CHECK_CONTACT ERR_WAPP_INVALID_CONTACT ERR_WAPP_NOT_INITIALIZED',
  ],
  'GET /api/messages/info/:id': [
    'Read the receipts of a message',
    'Returns when a message was sent, delivered and read.',
    'ERR_NO_MESSAGE_FOUND ERR_NO_PERMISSION',
  ],
  'POST /api/messages/opt-out': [
    'Enter an opt-out',
    'Enters a number into the register of people who want no campaigns.',
  ],
  'POST /api/messages/send': [
    'Send a message',
    'Stores a message to a number and sends it as soon as the number of the company is connected. With `Idempotency-Key` a request may be repeated for 24 hours.',
    'ERR_EMPTY_MESSAGE ERR_IDEMPOTENCY_REUSED ERR_NO_QUEUE_FOUND ERR_NO_WAPP_FOUND ERR_WAPP_CHECK_CONTACT ERR_WAPP_INVALID_CONTACT ERR_WAPP_NOT_INITIALIZED',
  ],
  'GET /api/messages/sent/:id': [
    'Read the state of a sent message',
    'Returns what became of a message that the company sent, from `waiting` to `read`; with a connection’s token of one that a program sent through it.',
    'ERR_NO_MESSAGE_FOUND',
  ],
  'GET /api/messages/sent/:id/replies': [
    'List replies to a sent message',
    'Returns a page of what the customer wrote after a message in the same conversation, oldest first. Needs an API key; a connection’s token reads no conversation.',
    'ERR_NO_MESSAGE_FOUND',
  ],
  'GET /api/search': [
    'Search everything',
    'Returns people, conversations and messages that contain the words, by page.',
  ],
  'GET /api/stars': ['List starred messages', 'Returns a page of the messages that the signed-in person starred.'],
  'PUT /api/stars/:id': [
    'Star a message',
    'Stars a message for the signed-in person.',
    'ERR_NO_MESSAGE_FOUND ERR_NO_PERMISSION ERR_TOO_MANY_STARS',
  ],
  'DELETE /api/stars/:id': [
    'Remove a star',
    'Removes the own star of a message.',
    'ERR_NO_MESSAGE_FOUND ERR_NO_PERMISSION ERR_TOO_MANY_STARS',
  ],
  'GET /api/team': [
    'Read the live team',
    'Returns agents with their state, queues with who waits, and who needs attention first.',
  ],
}
