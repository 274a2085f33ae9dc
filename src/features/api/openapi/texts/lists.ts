import type { OperationTexts } from '../operation-texts'

/** Texts of operations: lists. */
export const listsTexts: OperationTexts = {
  'GET /api/contact-list-imports/:id': [
    'Read an import into a list',
    'Returns state, counts and columns of an import.',
    'ERR_NO_CONTACT_IMPORT_FOUND',
  ],
  'PUT /api/contact-list-imports/:id': [
    'Start an import into a list',
    'Confirms the meaning of the columns and starts the import.',
    'ERR_CONTACT_IMPORT_STATE',
  ],
  'POST /api/contact-list-imports/:id/cancel': [
    'Cancel an import into a list',
    'Stops an import; people added before stay.',
    'ERR_CONTACT_IMPORT_STATE ERR_NO_CONTACT_IMPORT_FOUND',
  ],
  'GET /api/contact-list-imports/:id/errors': [
    'List refused rows of an import into a list',
    'Returns a page of rows that were not added, each with its reason.',
    'ERR_NO_CONTACT_IMPORT_FOUND',
  ],
  'PUT /api/contact-list-imports/:id/preview': [
    'Preview an import into a list',
    'Returns the first rows as the chosen columns read them.',
    'ERR_CONTACT_IMPORT_STATE ERR_LIST_FILE_TYPE ERR_NO_CONTACT_IMPORT_FOUND ERR_SPREADSHEET_EMPTY',
  ],
  'GET /api/contact-list-items': [
    'List people of a list',
    'Returns a page of the people of a contact list.',
    'ERR_NO_CONTACT_LIST_FOUND',
  ],
  'POST /api/contact-list-items': [
    'Add a person to a list',
    'Adds one person by name and number.',
    'ERR_CONTACT_LIST_FULL ERR_CONTACT_LIST_ITEM_EXISTS ERR_NO_CONTACT_LIST_FOUND ERR_WAPP_INVALID_CONTACT',
  ],
  'GET /api/contact-list-items/:id': [
    'Read a person of a list',
    'Returns one person of a contact list.',
    'ERR_NO_CONTACT_LIST_ITEM_FOUND',
  ],
  'PUT /api/contact-list-items/:id': [
    'Change a person of a list',
    'Changes name, number or e-mail of a person of a list.',
    'ERR_CONTACT_LIST_FULL ERR_CONTACT_LIST_ITEM_EXISTS ERR_NO_CONTACT_LIST_FOUND ERR_NO_CONTACT_LIST_ITEM_FOUND ERR_WAPP_INVALID_CONTACT',
  ],
  'DELETE /api/contact-list-items/:id': [
    'Remove a person from a list',
    'Removes one person from a contact list.',
    'ERR_NO_CONTACT_LIST_ITEM_FOUND',
  ],
  'GET /api/contact-lists': ['List contact lists', 'Returns a page of contact lists with their numbers of people.'],
  'POST /api/contact-lists': ['Create a contact list', 'Creates an empty contact list.'],
  'GET /api/contact-lists/:id': [
    'Read a contact list',
    'Returns one contact list with its counts.',
    'ERR_NO_CONTACT_LIST_FOUND',
  ],
  'PUT /api/contact-lists/:id': [
    'Rename a contact list',
    'Gives a contact list another name.',
    'ERR_NO_CONTACT_LIST_FOUND',
  ],
  'DELETE /api/contact-lists/:id': [
    'Delete a contact list',
    'Deletes a contact list that no waiting or running campaign uses.',
    'ERR_CONTACT_LIST_IN_USE ERR_NO_CONTACT_LIST_FOUND',
  ],
  'GET /api/contact-lists/:id/check': [
    'Read the check of a list',
    "Returns the progress of the check of a list's numbers on WhatsApp.",
    'ERR_NO_CONTACT_LIST_FOUND',
  ],
  'POST /api/contact-lists/:id/check': [
    'Check the numbers of a list',
    'Starts a check of which numbers of a list are on WhatsApp.',
    'ERR_NO_CONTACT_LIST_FOUND ERR_NO_DEF_WAPP_FOUND ERR_NO_WAPP_FOUND ERR_NUMBER_CHECK_RUNNING',
  ],
  'GET /api/contact-lists/:id/imports': [
    'List imports into a list',
    'Returns the imports into a list, newest first.',
    'ERR_NO_CONTACT_LIST_FOUND',
  ],
  'POST /api/contact-lists/:id/upload': [
    'Upload a file into a list',
    'Reads a CSV file or workbook and returns an import that waits for its columns.',
    'ERR_CONTACT_IMPORT_RUNNING ERR_LIST_FILE_TYPE ERR_NO_CONTACT_LIST_FOUND ERR_NO_ROOM ERR_SPREADSHEET_EMPTY',
  ],
  'POST /api/contact-lists/from': [
    'Create a list from contacts',
    'Creates a list of the contacts of a tag, a filter or a campaign.',
    'ERR_NO_CAMPAIGN_FOUND ERR_NO_TAG_FOUND',
  ],
  'GET /api/contact-lists/list': ['List names of contact lists', 'Returns id and name of all contact lists.'],
  'GET /api/contact-lists/sample': ['Download a sample file', 'Returns a CSV file with the columns that imports know.'],
  'POST /api/number-checks/:id/cancel': [
    'Cancel a check of numbers',
    'Stops the check of a list; what is known stays.',
    'ERR_NO_NUMBER_CHECK_FOUND ERR_NUMBER_CHECK_STATE',
  ],
}
