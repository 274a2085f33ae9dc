import type { ticketFlows as Portuguese } from '../pt/ticket-flows'

export const ticketFlows: typeof Portuguese = {
  start: 'Start',
  started: 'Flow started.',
  choose: 'Choose a flow',
  flows: 'Flows',
  runs: 'Running',
  end: 'End flow',
  hint: {
    open: 'The flow talks to the customer, and the ticket goes back to waiting.',
    pending: 'The flow talks to the customer. A running flow is ended.',
  },
  ends: {
    end: 'Reached its end',
    ticket: 'Handed over to a queue',
    closed: 'Closed the ticket',
    invalid: 'Left after invalid answers',
    stopped: 'Ended early',
    steps: 'Stopped: too many steps',
    loop: 'Stopped: loop without a wait',
    unknown: 'Stopped: unknown block',
    broken: 'Stopped: broken block',
    program: 'Stopped: the service did not answer',
    silent: 'No answer for 24 hours',
    barred: 'Robot switched off',
    taken: 'A person took over',
  },
}
