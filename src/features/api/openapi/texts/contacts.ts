import type { OperationTexts } from '../operation-texts'

/** Texts of operations: contacts. */
export const contactsTexts: OperationTexts = {
  'GET /api/contacts': [
    'List contacts',
    'Returns a page of contacts by name, filtered by text, tag, queue and other facts.',
  ],
  'POST /api/contacts': [
    'Create a contact',
    'Creates a contact by name and number, which is read as docs/behaviour.md describes.',
    'ERR_DUPLICATED_CONTACT ERR_WAPP_CHECK_CONTACT ERR_WAPP_INVALID_CONTACT',
  ],
  'GET /api/contacts/:id': ['Read a contact', 'Returns one contact with its fields and tags.', 'ERR_NO_CONTACT_FOUND'],
  'PUT /api/contacts/:id': [
    'Change a contact',
    'Changes name, number, e-mail or fields of a contact.',
    'ERR_NO_CONTACT_FOUND ERR_NO_PERMISSION',
  ],
  'DELETE /api/contacts/:id': ['Delete a contact', 'Deletes a contact without conversations.', 'ERR_NO_CONTACT_FOUND'],
  'GET /api/contacts/:id/belongings': [
    'Read what a contact has',
    'Returns the numbers of conversations, messages and schedules of a contact.',
    'ERR_NO_CONTACT_FOUND',
  ],
  'POST /api/contacts/:id/data': [
    'Export the data of a contact',
    'Starts an export of everything that is stored about a contact.',
    'ERR_NO_CONTACT_FOUND ERR_NO_ROOM',
  ],
  'POST /api/contacts/:id/distinct': [
    'Keep two contacts apart',
    'Marks a pair of probable duplicates as two people.',
    'ERR_MERGE_CONTACT ERR_NO_CONTACT_FOUND',
  ],
  'POST /api/contacts/:id/erase': [
    'Erase a contact',
    'Deletes everything about a contact for good and keeps a proof without personal data.',
    'ERR_CONFIRMATION',
  ],
  'GET /api/contacts/:id/media': [
    'List files of a contact',
    'Returns a page of messages of a contact that have a file.',
  ],
  'POST /api/contacts/:id/merge': [
    'Merge two contacts',
    'Moves conversations and data of another contact into this one, with 30 days to undo it.',
    'ERR_MERGE_CONTACT ERR_NO_CONTACT_FOUND ERR_NO_PERMISSION',
  ],
  'GET /api/contacts/:id/merges': [
    'List merges of a contact',
    'Returns the merges into a contact that can be undone.',
    'ERR_NO_CONTACT_FOUND',
  ],
  'GET /api/contacts/:id/tickets': [
    'List conversations of a contact',
    'Returns a page of the conversations of a contact that the reader may see.',
    'ERR_NO_CONTACT_FOUND',
  ],
  'GET /api/contacts/duplicates': [
    'List probable duplicates',
    'Returns a page of pairs of contacts that may be one person.',
  ],
  'GET /api/contacts/export': ['Export contacts', 'Returns all contacts of the company as CSV.'],
  'POST /api/contacts/import': [
    'Import contacts of a phone',
    'Adds the contacts that the phone of the default connection has.',
  ],
  'GET /api/contacts/imports': ['List imports of contacts', 'Returns the imports of contacts, newest first.'],
  'POST /api/contacts/imports': [
    'Upload a file of contacts',
    'Reads a CSV file, workbook or vCard file and starts an import, or waits for its columns.',
    'ERR_CONTACT_IMPORT_RUNNING ERR_LIST_FILE_TYPE ERR_NO_CONTACT_LIST_FOUND ERR_NO_ROOM ERR_SPREADSHEET_EMPTY',
  ],
  'GET /api/contacts/imports/:id': [
    'Read an import of contacts',
    'Returns state, counts and columns of an import.',
    'ERR_NO_CONTACT_IMPORT_FOUND',
  ],
  'PUT /api/contacts/imports/:id': [
    'Start an import of contacts',
    'Confirms the meaning of the columns and starts the import.',
    'ERR_CONTACT_IMPORT_STATE',
  ],
  'POST /api/contacts/imports/:id/cancel': [
    'Cancel an import of contacts',
    'Stops an import; contacts added before stay.',
    'ERR_CONTACT_IMPORT_STATE ERR_NO_CONTACT_IMPORT_FOUND',
  ],
  'GET /api/contacts/imports/:id/errors': [
    'List refused rows of an import of contacts',
    'Returns a page of rows that were not added, each with its reason.',
    'ERR_NO_CONTACT_IMPORT_FOUND',
  ],
  'PUT /api/contacts/imports/:id/preview': [
    'Preview an import of contacts',
    'Returns the first rows as the chosen columns read them.',
    'ERR_CONTACT_IMPORT_STATE ERR_LIST_FILE_TYPE ERR_NO_CONTACT_IMPORT_FOUND ERR_SPREADSHEET_EMPTY',
  ],
  'GET /api/contacts/list': [
    'List names of contacts',
    'Returns id, name and number of the contacts that a text finds.',
  ],
  'POST /api/contacts/merges/:id/undo': [
    'Undo a merge',
    'Restores a contact that was merged within the last 30 days.',
    'ERR_MERGE_UNDO ERR_NO_MERGE_FOUND ERR_NO_PERMISSION',
  ],
  'POST /api/contacts/upload': [
    'Add rows of contacts',
    'Adds contacts given as rows of name and number in the body; rows that are refused come back with their reason.',
    'ERR_SPREADSHEET_ROWS',
  ],
  'GET /api/erasures': ['List proofs of erasures', 'Returns a page of erasures with time, reason and counts.'],
  'GET /api/exports': ['List exports', 'Returns the exports of the company that are being made or can be downloaded.'],
  'POST /api/exports': [
    'Export the company',
    'Starts a copy of everything that the company has, without passwords and keys.',
    'ERR_NO_ROOM',
  ],
}
