/** Kinds of receivers of deliveries: a subscription to events, or an integration of a queue or connection. */
const deliverySources = ['webhook', 'integration'] as const
export type DeliverySource = (typeof deliverySources)[number]

/** `waiting`: not yet sent, or tried again later. `failed`: given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Reason why an attempt failed. The first eleven are those of core/net/outside-error.ts; `status`: the answer was no
 * success; `off`: the receiver or its company is inactive; `overdue`: it waited for a day; `full`: too many requests of
 * the company waited; `internal`: an error of the server.
 */
export const deliveryErrors = [
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
  'status',
  'off',
  'overdue',
  'full',
  'internal',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]
