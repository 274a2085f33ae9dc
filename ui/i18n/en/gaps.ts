import type { Texts } from '../pt/all'

export const gaps: Texts['gaps'] = {
  title: 'There are customers the team does not see',
  texts: {
    connectionWithoutQueue: 'The connection {{name}} has no queue: agents do not see who writes to it.',
    queueWithoutNumber: 'The queue {{name}} is in no connection: no customer reaches it by the menu.',
    queueWithoutPeople: 'The queue {{name}} has no agents: only administrators see its customers.',
    personWithoutTickets: '{{name}} sees no new customers: none of their queues is in a connection.',
  },
  actions: {
    connectionWithoutQueue: 'Choose queues',
    queueWithoutNumber: 'Open the connection',
    queueWithoutPeople: 'Choose agents',
    personWithoutTickets: 'Choose queues',
  },
  showAll: 'Show all ({{count}})',
  selfTitle: 'You do not receive customers yet',
  selfText: 'None of your queues is in a connection. Ask an administrator to choose your queues.',
}
