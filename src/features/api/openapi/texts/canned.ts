import type { OperationTexts } from '../operation-texts'

/** Texts of operations: canned. */
export const cannedTexts: OperationTexts = {
  'GET /api/files': ['List file lists', 'Returns a page of lists of files that are sent together.'],
  'POST /api/files': [
    'Create a file list',
    'Creates a list with a name, a text and entries without files.',
    'ERR_FILE_LIST_ALREADY_EXISTS ERR_NO_FILE_FOUND',
  ],
  'GET /api/files/:id': ['Read a file list', 'Returns one list with its files.', 'ERR_NO_FILE_FOUND'],
  'PUT /api/files/:id': [
    'Change a file list',
    'Changes name, text and entries of a list; entries left out are removed.',
    'ERR_FILE_LIST_ALREADY_EXISTS ERR_NO_FILE_FOUND',
  ],
  'DELETE /api/files/:id': [
    'Delete a file list',
    'Deletes a list that no menu and no campaign sends.',
    'ERR_FILE_LIST_IN_USE ERR_NO_FILE_FOUND',
  ],
  'POST /api/files/uploadList/:id': [
    'Upload files of a list',
    'Stores files as multipart form for the entries named in `id`.',
    'ERR_NO_FILE_FOUND ERR_NO_ROOM',
  ],
  'GET /api/first-steps': ['Read the first steps', 'Returns what is left to set up, and what is not connected.'],
  'POST /api/first-steps/presets': ['Apply a preset', 'Creates queues and texts for a kind of business.'],
  'GET /api/queue': ['List queues', 'Returns all queues with hours, targets and members.'],
  'POST /api/queue': [
    'Create a queue',
    'Creates a queue with name, colour and texts.',
    'ERR_NO_INTEGRATION_FOUND ERR_NO_PROMPT_FOUND ERR_PLAN_LIMIT ERR_QUEUE_COLOR_ALREADY_EXISTS ERR_QUEUE_NAME_ALREADY_EXISTS',
  ],
  'GET /api/queue/:id': ['Read a queue', 'Returns one queue.', 'ERR_NO_QUEUE_FOUND'],
  'PUT /api/queue/:id': [
    'Change a queue',
    'Changes a queue; conversations in it stay.',
    'ERR_NO_INTEGRATION_FOUND ERR_NO_PROMPT_FOUND ERR_NO_QUEUE_FOUND ERR_PLAN_LIMIT ERR_QUEUE_COLOR_ALREADY_EXISTS ERR_QUEUE_NAME_ALREADY_EXISTS',
  ],
  'DELETE /api/queue/:id': [
    'Delete a queue',
    'Deletes a queue without members, conversations and uses.',
    'ERR_QUEUE_IN_USE',
  ],
  'POST /api/queue/:id/handover': [
    'Hand a queue over',
    'Moves conversations, members and uses of a queue to another one, before it is deleted.',
    'ERR_NO_QUEUE_FOUND ERR_QUEUE_IN_USE',
  ],
  'GET /api/queue-options': ['List menu options', "Returns the options of a queue's menu.", 'ERR_NO_QUEUE_FOUND'],
  'POST /api/queue-options': [
    'Add a menu option',
    'Adds an option below a queue or another option.',
    'ERR_NO_FILE_FOUND ERR_NO_OPTION_FOUND ERR_NO_QUEUE_FOUND ERR_OPTION_ALREADY_EXISTS ERR_TOO_MANY_OPTIONS',
  ],
  'PUT /api/queue-options/:id': [
    'Change a menu option',
    'Changes title, text or action of an option.',
    'ERR_NO_FILE_FOUND ERR_NO_OPTION_FOUND ERR_NO_QUEUE_FOUND ERR_OPTION_ALREADY_EXISTS',
  ],
  'DELETE /api/queue-options/:id': [
    'Delete a menu option',
    'Deletes an option with those below it.',
    'ERR_NO_OPTION_FOUND',
  ],
  'PUT /api/queue-options/order': [
    'Order menu options',
    'Stores the order of the options of one level.',
    'ERR_NO_OPTION_FOUND',
  ],
  'GET /api/quick-messages': ['List quick replies', 'Returns a page of own and shared quick replies.'],
  'POST /api/quick-messages': [
    'Create a quick reply',
    'Creates a quick reply, own or for the company.',
    'ERR_NO_PERMISSION ERR_QUICK_EMPTY ERR_SHORTCODE_ALREADY_EXISTS',
  ],
  'GET /api/quick-messages/:id': ['Read a quick reply', 'Returns one quick reply.'],
  'PUT /api/quick-messages/:id': ['Change a quick reply', 'Changes shortcut, text or sharing.', 'ERR_NO_QUICK_FOUND'],
  'DELETE /api/quick-messages/:id': [
    'Delete a quick reply',
    'Deletes a quick reply with its file.',
    'ERR_NO_PERMISSION ERR_NO_QUICK_FOUND',
  ],
  'POST /api/quick-messages/:id/media-upload': [
    'Add a file to a quick reply',
    'Stores a file as multipart form and replaces the one before.',
    'ERR_SCHEDULE_SENT',
  ],
  'DELETE /api/quick-messages/:id/media-upload': [
    'Remove the file of a quick reply',
    'Removes the file; the text stays.',
    'ERR_QUICK_EMPTY',
  ],
  'GET /api/quick-messages/list': [
    'Find quick replies',
    'Returns the quick replies that begin with a text, for the composer.',
  ],
  'GET /api/schedules': ['List scheduled messages', 'Returns a page of scheduled messages by time.'],
  'POST /api/schedules': [
    'Schedule a message',
    'Creates a message for a time, once or repeated.',
    'ERR_NO_CONTACT_FOUND ERR_NO_PERMISSION ERR_SCHEDULE_PAST',
  ],
  'GET /api/schedules/:id': [
    'Read a scheduled message',
    'Returns one scheduled message.',
    'ERR_NO_PERMISSION ERR_NO_SCHEDULE_FOUND',
  ],
  'PUT /api/schedules/:id': [
    'Change a scheduled message',
    'Changes text, time or repetition of a message that was not sent.',
    'ERR_NO_CONTACT_FOUND ERR_NO_PERMISSION ERR_NO_SCHEDULE_FOUND ERR_SCHEDULE_PAST ERR_SCHEDULE_SENT',
  ],
  'DELETE /api/schedules/:id': [
    'Delete a scheduled message',
    'Deletes a scheduled message with its repetition.',
    'ERR_NO_PERMISSION ERR_NO_SCHEDULE_FOUND',
  ],
  'POST /api/schedules/:id/media-upload': [
    'Add a file to a scheduled message',
    'Stores a file as multipart form and replaces the one before.',
    'ERR_SCHEDULE_SENT',
  ],
  'DELETE /api/schedules/:id/media-upload': [
    'Remove the file of a scheduled message',
    'Removes the file; the text stays.',
    'ERR_QUICK_EMPTY',
  ],
  'POST /api/schedules/:id/pause': [
    'Pause a scheduled message',
    'Keeps a scheduled message from being sent until it is resumed.',
    'ERR_NO_PERMISSION ERR_NO_SCHEDULE_FOUND ERR_SCHEDULE_PAST ERR_SCHEDULE_SENT',
  ],
  'POST /api/schedules/:id/resume': [
    'Resume a scheduled message',
    'Lets a paused message be sent at its next time.',
    'ERR_NO_PERMISSION ERR_NO_SCHEDULE_FOUND ERR_SCHEDULE_PAST ERR_SCHEDULE_SENT',
  ],
  'POST /api/schedules/:id/skip': [
    'Skip the next repetition',
    'Moves a repeated message to the time after the next one.',
    'ERR_NO_PERMISSION ERR_NO_SCHEDULE_FOUND ERR_SCHEDULE_PAST ERR_SCHEDULE_SENT',
  ],
  'PUT /api/schedules/:id/upload': [
    'Upload a large file for a scheduled message',
    'Stores the bytes of a file of up to 64 MB.',
    'ERR_EMPTY_MESSAGE ERR_SCHEDULE_SENT',
  ],
}
