import type { Texts } from '../pt/all'

export const firstSteps: Texts['firstSteps'] = {
  title: 'First steps',
  lead: 'To answer your first customer. Steps are ticked off as you complete them.',
  count: '{{done}} of {{all}}',
  done: 'done',
  hide: 'Hide',
  made: 'Created. Queues: {{queues}}, tags: {{tags}}, quick replies: {{quickMessages}}.',
  presets: 'What is your business?',
  presetsText: 'Creates queues, tags, quick replies and opening hours. You can change everything later.',
  kinds: {
    shop: 'Shop',
    food: 'Restaurant and delivery',
    clinic: 'Clinic or practice',
    services: 'Services',
  },
  steps: {
    connection: 'Connect WhatsApp',
    queues: 'Create queues',
    team: 'Add your team',
    hours: 'Set opening hours',
    quickMessages: 'Write quick replies',
    answer: 'Answer the first customer',
  },
  texts: {
    connection: 'Scan the QR code with the company’s phone.',
    queues: 'Such as Sales and Support. Agents see their own.',
    team: 'Invite by e-mail or with a link. Each person signs in with their own e-mail.',
    hours: 'Outside of them, customers get the out-of-hours message.',
    quickMessages: 'Ready texts that you insert with / in a conversation.',
    answer: 'Send a message to your number from another phone, accept it under Waiting, and reply.',
  },
  openTickets: 'Go to the tickets',
  answerSimulated: 'Open the customers’ phones, write as one of them, accept under Waiting and answer.',
  actions: {
    connection: 'Connect',
    queues: 'Create',
    team: 'Invite',
    hours: 'Set',
    quickMessages: 'Write',
    answer: 'Open the phones',
  },
}
