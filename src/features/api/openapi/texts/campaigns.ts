import type { OperationTexts } from '../operation-texts'

/** Texts of operations: campaigns. */
export const campaignsTexts: OperationTexts = {
  'GET /api/campaign-lanes': [
    'List the pace of numbers',
    'Returns for each number what its campaigns may send now and until when they wait.',
  ],
  'PUT /api/campaign-lanes/:id': [
    'Change the pace of a number',
    "Pauses the campaigns of a number, or sets since when it is in use; `id` is the connection's.",
    'ERR_NO_WAPP_FOUND',
  ],
  'GET /api/campaign-settings': [
    'Read the settings of campaigns',
    "Returns pace, hours, caps and variables of the company's campaigns.",
  ],
  'POST /api/campaign-settings': [
    'Change the settings of campaigns',
    "Stores pace, hours, caps and variables of the company's campaigns.",
  ],
  'GET /api/campaigns': ['List campaigns', 'Returns a page of campaigns, newest first, with state and progress.'],
  'POST /api/campaigns': [
    'Create a campaign',
    'Creates a campaign with up to five variants of its text, as a draft or for a time.',
    'ERR_CAMPAIGN_INCOMPLETE ERR_SCHEDULE_PAST',
  ],
  'GET /api/campaigns/:id': [
    'Read a campaign',
    'Returns one campaign with its texts, recipients and state.',
    'ERR_NO_CAMPAIGN_FOUND',
  ],
  'PUT /api/campaigns/:id': [
    'Change a campaign',
    'Changes a campaign that has not begun to send.',
    'ERR_CAMPAIGN_INCOMPLETE ERR_CAMPAIGN_STATE ERR_NO_CAMPAIGN_FOUND ERR_SCHEDULE_PAST',
  ],
  'DELETE /api/campaigns/:id': [
    'Delete a campaign',
    'Deletes a campaign that is not running, with its recipients and report.',
    'ERR_CAMPAIGN_STATE ERR_NO_CAMPAIGN_FOUND',
  ],
  'POST /api/campaigns/:id/cancel': [
    'Stop a campaign',
    'Stops a campaign; messages that were sent stay.',
    'ERR_CAMPAIGN_STATE ERR_NO_CAMPAIGN_FOUND',
  ],
  'POST /api/campaigns/:id/duplicate': [
    'Copy a campaign',
    'Creates a draft with the texts and recipients of a campaign.',
    'ERR_NO_CAMPAIGN_FOUND',
  ],
  'GET /api/campaigns/:id/export': [
    'Export the recipients of a campaign',
    'Returns recipients with state, time and answer as CSV.',
    'ERR_NO_CAMPAIGN_FOUND',
  ],
  'POST /api/campaigns/:id/media-upload': [
    'Add a file to a campaign',
    'Stores a file as multipart form, which is sent with the text.',
    'ERR_CAMPAIGN_STATE ERR_EMPTY_MESSAGE ERR_NO_CAMPAIGN_FOUND ERR_NO_ROOM',
  ],
  'DELETE /api/campaigns/:id/media-upload': [
    'Remove the file of a campaign',
    'Removes the file; the texts stay.',
    'ERR_CAMPAIGN_STATE',
  ],
  'GET /api/campaigns/:id/progress': [
    'Read the progress of a campaign',
    'Returns the numbers of recipients by state, for a display that is updated often.',
    'ERR_NO_CAMPAIGN_FOUND',
  ],
  'GET /api/campaigns/:id/recipients': [
    'List recipients of a campaign',
    'Returns a page of recipients with the state of their messages.',
    'ERR_NO_CAMPAIGN_FOUND',
  ],
  'GET /api/campaigns/:id/report': [
    'Read the report of a campaign',
    'Returns messages sent, received, read and answered, by hour and variant.',
    'ERR_NO_CAMPAIGN_FOUND',
  ],
  'POST /api/campaigns/:id/restart': [
    'Resume a campaign',
    'Continues a campaign that was stopped with the recipients who are left.',
    'ERR_CAMPAIGN_INCOMPLETE ERR_CAMPAIGN_STATE ERR_NO_CAMPAIGN_FOUND',
  ],
  'POST /api/campaigns/:id/test': [
    'Send a test of a campaign',
    'Sends one variant to one number; it counts in no report.',
    'ERR_CAMPAIGN_INCOMPLETE ERR_NO_CAMPAIGN_FOUND ERR_NO_WEBHOOK_FOUND ERR_OPTED_OUT ERR_WAPP_CHECK_CONTACT ERR_WAPP_INVALID_CONTACT ERR_WAPP_NOT_INITIALIZED ERR_WEBHOOK_INACTIVE',
  ],
  'POST /api/campaigns/estimate': [
    'Estimate a campaign',
    'Returns recipients, exclusions and the expected end of a campaign, without storing it.',
  ],
  'POST /api/campaigns/preview': [
    "Preview a campaign's text",
    'Returns a text with its variables filled for some recipients.',
    'ERR_NO_CONTACT_FOUND ERR_NO_CONTACT_LIST_FOUND ERR_NO_CONTACT_LIST_ITEM_FOUND ERR_NO_TAG_FOUND',
  ],
  'GET /api/opt-outs': ['List opt-outs', 'Returns a page of people who want no campaigns, newest first.'],
  'POST /api/opt-outs': ['Add an opt-out', 'Enters a number into the register.'],
  'DELETE /api/opt-outs/:id': [
    'Remove an opt-out',
    'Removes an entry after its number was typed as confirmation; the person gets campaigns again.',
    'ERR_CONFIRMATION ERR_NO_OPT_OUT_FOUND',
  ],
  'GET /api/opt-outs/export': ['Export opt-outs', 'Returns the register as CSV.'],
  'POST /api/opt-outs/import': ['Import opt-outs', 'Enters the numbers of a file into the register.'],
}
