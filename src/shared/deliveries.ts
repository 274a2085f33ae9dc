/** Kinds of receivers of deliveries: a subscription to events, or an integration of a queue or connection. */
const deliverySources = ['webhook', 'integration'] as const
export type DeliverySource = (typeof deliverySources)[number]

/** `waiting`: not yet sent, or tried again later. `failed`: given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Reasons why a request to an address outside got no answer. `url`: no http(s) address, or with a password; `address`:
 * private, and not named by the operator; `name`: the host does not exist, or leads to such an address, which a company
 * must not learn; `cancelled`: by the caller.
 */
const outsideProblems = [
  'url',
  'headers',
  'address',
  'name',
  'refused',
  'certificate',
  'timeout',
  'tooLarge',
  'redirects',
  'network',
  'cancelled',
] as const
export type OutsideProblem = (typeof outsideProblems)[number]

/**
 * Reasons why an attempt failed, for the log that the company's admin reads. `status`: the answer was no success;
 * `notUnderstood`: delivered, but the answer has no known shape; `off`: the receiver or its company is inactive; `overdue`: it waited for a day; `full`: too many requests of the
 * company waited; `internal`: an error of the server.
 */
export const deliveryErrors = [
  ...outsideProblems,
  'status',
  'notUnderstood',
  'off',
  'overdue',
  'full',
  'internal',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]
