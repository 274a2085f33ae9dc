import type { phrases as Portuguese } from '../pt/phrases'

export const phrases: typeof Portuguese = {
  lead: 'When a customer writes one of these phrases, its flow begins.',
  refused: 'Your company has no permission to use flows.',
  searchLabel: 'Search phrases by name or text',
  add: 'New phrase',
  editTitle: 'Edit phrase',
  emptyTitle: 'No phrases yet',
  emptyText:
    'Create the phrase that customers send, such as that of an advertisement, and choose the flow that it starts.',
  noneTitle: 'No phrase found',
  noneText: 'No phrase has “{{text}}” in its name or text.',
  chooseFlow: 'Choose a flow',
  phraseHint: 'Capital letters, accents and extra spaces do not count.',
  everyConnection: 'All connections',
  exactText: '“{{phrase}}”',
  containsText: 'contains “{{phrase}}”',
  starts: 'Starts {{flow}}',
  statusHint: 'An inactive phrase starts nothing.',
  isActive: 'Active',
  inactive: 'Inactive',
  flowOff: 'The flow is switched off or was never published: the phrase starts nothing.',
  sameAs: 'The same phrase counts on the same connection in: {{names}}. Only the oldest one starts its flow.',
  duplicateEarlier:
    '{{name}} already has this phrase on the same connection and starts {{flow}}. It is older and counts in place of this one.',
  duplicateLater:
    '{{name}} has this phrase on the same connection too, to start {{flow}}. This one is older and counts in its place.',
  created: 'Phrase created.',
  saved: 'Phrase saved.',
  deleted: 'Phrase deleted.',
  editOf: 'Edit {{name}}',
  deleteOf: 'Delete {{name}}',
  deleteTitle: 'Delete {{name}}?',
  deleteText: 'The phrase no longer starts the flow. The flow and the conversations in it continue.',
}
