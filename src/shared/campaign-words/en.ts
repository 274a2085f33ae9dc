import type { CampaignWords } from './pt'

export const campaignWords: CampaignWords = {
  recipient: {
    pending: 'Waiting',
    sending: 'Sending',
    sent: 'Sent',
    failed: 'Failed',
    unknown: 'Unconfirmed',
    suppressed: 'Not sent',
    invalid: 'Invalid number',
  },
  reason: {
    optedOut: 'Asked not to receive',
    answered: 'Had answered already',
    tag: 'Has the tag that ends the sequence',
    cancelled: 'The campaign was stopped before',
    transport: 'The message could not be sent in three attempts',
    file: 'The file no longer exists',
    empty: 'The text is empty for this person',
    failed: 'The message was not accepted',
    unknown: 'The server stopped while sending',
    '463': 'WhatsApp refused a new conversation (463)',
    other: 'WhatsApp answered {{reason}}',
  },
  optOutSource: {
    word: 'Customer’s reply',
    person: 'Team member',
    import: 'Import',
    api: 'API',
  },
}
