import type { Texts } from '../pt/all'

export const macros: Texts['macros'] = {
  hint: 'Several actions with one click or key. Shown in the menu of the conversation.',
  add: 'New macro',
  change: 'Edit macro',
  editOf: 'Edit {{name}}',
  deleteOf: 'Delete {{name}}',
  name: 'Name',
  keys: 'Key',
  noKey: 'No key',
  actions: 'Actions, in this order',
  actionOf: 'Action {{number}}',
  moveUp: 'Move up',
  remove: 'Remove the action',
  addAction: 'Add action',
  choose: 'Choose',
  incomplete: 'Complete each action.',
  action: {
    tag: 'Add a tag',
    reply: 'Reply to the customer',
    note: 'Write an internal note',
    transfer: 'Transfer to the queue',
    close: 'Close',
  },
}
