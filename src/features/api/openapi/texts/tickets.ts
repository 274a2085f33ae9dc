import type { OperationTexts } from '../operation-texts'

/** Texts of operations: tickets. */
export const ticketsTexts: OperationTexts = {
  'GET /api/tags': ['List tags', 'Returns a page of tags with their numbers of conversations.'],
  'POST /api/tags': [
    'Create a tag',
    'Creates a tag with a colour, as a lane of the board if wanted.',
    'ERR_NO_PERMISSION ERR_TAG_NAME_ALREADY_EXISTS ERR_TOO_MANY_TAGS',
  ],
  'GET /api/tags/:id': ['Read a tag', 'Returns one tag.', 'ERR_NO_TAG_FOUND'],
  'PUT /api/tags/:id': [
    'Change a tag',
    'Changes name, colour or use of a tag.',
    'ERR_NO_PERMISSION ERR_NO_TAG_FOUND ERR_TAG_NAME_ALREADY_EXISTS ERR_TOO_MANY_TAGS',
  ],
  'DELETE /api/tags/:id': [
    'Delete a tag',
    'Deletes a tag and removes it from all conversations.',
    'ERR_NO_PERMISSION ERR_NO_TAG_FOUND ERR_TAG_IN_USE',
  ],
  'GET /api/tags/kanban': ['List lanes of the board', 'Returns the tags that are lanes, in their order.'],
  'PUT /api/tags/kanban': ['Order lanes of the board', 'Stores the order of the lanes.', 'ERR_NO_TAG_FOUND'],
  'GET /api/tags/list': ['List names of tags', 'Returns id, name and colour of all tags.'],
  'POST /api/tags/sync': [
    'Replace the tags of a conversation',
    'Stores exactly these tags for a conversation.',
    'ERR_NO_PERMISSION ERR_NO_TAG_FOUND ERR_NO_TICKET_FOUND',
  ],
  'GET /api/tickets/:id/proposals': [
    'List proposed answers',
    'Returns the answers that programs propose in a conversation and that wait for a person, oldest first.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'POST /api/message-proposals/:id/send': [
    'Send a proposed answer',
    'Sends the text in place of the answer that a program proposes, as the answer of the person.',
    'ERR_EMPTY_MESSAGE ERR_NO_PERMISSION ERR_NO_PROPOSAL_FOUND ERR_NO_WAPP_FOUND ERR_PROPOSAL_DECIDED ERR_TICKET_NOT_OPEN',
  ],
  'POST /api/message-proposals/:id/discard': [
    'Discard a proposed answer',
    'Discards the answer that a program proposes; nothing is sent.',
    'ERR_NO_PERMISSION ERR_NO_PROPOSAL_FOUND ERR_PROPOSAL_DECIDED',
  ],
  'POST /api/ticket-notes': [
    'Add a note',
    'Adds an internal note to a conversation; mentioned colleagues are notified.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'DELETE /api/ticket-notes/:id': ['Delete a note', 'Deletes an own note.', 'ERR_NO_NOTE_FOUND ERR_NO_PERMISSION'],
  'GET /api/ticket-notes/list': [
    'List notes of a conversation',
    'Returns the notes of a conversation and of its contact.',
    'ERR_NO_CONTACT_FOUND ERR_NO_TICKET_FOUND',
  ],
  'GET /api/ticket-notes/mentions': [
    'List unseen mentions',
    'Returns the notes that mention the person and were not seen.',
  ],
  'POST /api/ticket-notes/mentions/seen': [
    'Mark mentions as seen',
    'Marks the mentions of a conversation as seen.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'DELETE /api/ticket-tags/:ticketId': ['Remove a lane', 'Removes the lane of a conversation on the board.'],
  'PUT /api/ticket-tags/:ticketId/:tagId': [
    'Move to a lane',
    'Moves a conversation to a lane of the board.',
    'ERR_NO_PERMISSION ERR_NO_TAG_FOUND ERR_NO_TICKET_FOUND',
  ],
  'GET /api/ticket-views': ['List saved views', 'Returns the saved filters of the signed-in person.'],
  'PUT /api/ticket-views': [
    'Store saved views',
    'Replaces the saved filters of the signed-in person.',
    'ERR_NO_QUEUE_FOUND ERR_NO_TAG_FOUND ERR_NO_USER_FOUND ERR_NO_WAPP_FOUND',
  ],
  'GET /api/ticket/kanban': ['Read the board', 'Returns waiting and open conversations by lane.'],
  'GET /api/tickets': [
    'List conversations',
    'Returns a page of conversations by list, status, queue, tag, agent and text, with counts.',
  ],
  'POST /api/tickets': [
    'Begin a conversation',
    'Opens a conversation with a contact, accepted by the caller.',
    'ERR_NO_DEF_WAPP_FOUND ERR_NO_PERMISSION ERR_OTHER_OPEN_TICKET',
  ],
  'GET /api/tickets/:id': [
    'Read a conversation',
    'Returns one conversation with contact, queue, agent and tags.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'PUT /api/tickets/:id': [
    'Change a conversation',
    'Accepts, returns, transfers, closes or reopens a conversation by its status, agent and queue.',
    'ERR_NO_PERMISSION ERR_NO_QUEUE_FOUND ERR_NO_TICKET_FOUND ERR_NO_USER_FOUND ERR_TICKET_ALREADY_ACCEPTED',
  ],
  'DELETE /api/tickets/:id': [
    'Delete a conversation',
    'Deletes a conversation with its messages for good.',
    'ERR_NO_TICKET_FOUND',
  ],
  'POST /api/tickets/:id/actions': [
    'Run several actions',
    'Runs the actions of a macro on a conversation, wholly or not at all.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'GET /api/tickets/:id/draft': [
    'Read a draft',
    'Returns the own text that was typed and not sent.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'PUT /api/tickets/:id/draft': [
    'Store a draft',
    'Stores the own text that was typed and not sent.',
    'ERR_FLOW_CHANGED ERR_FLOW_INVALID ERR_NO_FLOW_FOUND ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'DELETE /api/tickets/:id/draft': [
    'Delete a draft',
    'Deletes the own draft of a conversation.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'GET /api/tickets/:id/events': [
    'List the history of a conversation',
    'Returns who accepted, transferred, closed and reopened a conversation, and when.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'GET /api/tickets/:id/flow': [
    'Read the flow of a conversation',
    'Returns the flow that talks with the customer and the answers collected.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'POST /api/tickets/:id/flow': [
    'Start a flow in a conversation',
    'Starts an active flow with the customer.',
    'ERR_BOT_DISABLED ERR_FLOW_NOT_ACTIVE ERR_NO_FLOW_FOUND ERR_NO_PERMISSION ERR_NO_TICKET_FOUND ERR_TICKET_STATE',
  ],
  'DELETE /api/tickets/:id/flow': [
    'End the flow of a conversation',
    'Ends the flow that talks with the customer.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'PUT /api/tickets/:id/pin': [
    'Pin a conversation',
    'Keeps a conversation at the top of the own list.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND ERR_TICKET_STATE ERR_TOO_MANY_PINS',
  ],
  'DELETE /api/tickets/:id/pin': [
    'Unpin a conversation',
    'Removes the own pin.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'POST /api/tickets/:id/read': [
    'Mark as read',
    'Marks the messages of a conversation as read, at the customer too if the company says so.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'PUT /api/tickets/:id/snooze': [
    'Snooze a conversation',
    "Hides a conversation from the own list until a time or the customer's next message.",
    'ERR_NO_PERMISSION ERR_SNOOZE_PAST ERR_TICKET_NOT_OPEN',
  ],
  'DELETE /api/tickets/:id/snooze': [
    'End a snooze',
    'Shows a snoozed conversation again.',
    'ERR_NO_PERMISSION ERR_SNOOZE_PAST ERR_TICKET_NOT_OPEN',
  ],
  'POST /api/tickets/:id/transfer': [
    'Transfer a conversation',
    'Hands a conversation to a queue, an agent or both, with a note if wanted.',
  ],
  'POST /api/tickets/:id/typing': [
    'Show that an answer is being typed',
    'Shows the customer that an answer is being written.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
  'POST /api/tickets/:id/unread': [
    'Mark as unread',
    'Marks a conversation as unread.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND ERR_TICKET_STATE',
  ],
  'POST /api/tickets/accept-next': [
    'Accept the next conversation',
    'Accepts the conversation that has waited longest in the own queues.',
  ],
  'GET /api/tickets/drafts': ['List drafts', 'Returns the own drafts of all conversations.'],
  'GET /api/tickets/filter-counts': [
    'Count a list by filters',
    'Returns how many conversations of a list each filter leaves.',
  ],
  'GET /api/tickets/u/:uuid': [
    'Find a conversation by uuid',
    'Returns the conversation of an address of the interface.',
    'ERR_NO_PERMISSION ERR_NO_TICKET_FOUND',
  ],
}
