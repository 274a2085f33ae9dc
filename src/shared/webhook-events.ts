import { ticketEvents } from './enums'

/** Events that programs outside can subscribe to, by group. */
export const webhookEvents = {
  message: ['created', 'updated', 'deleted'],
  ticket: [...ticketEvents, 'updated', 'deleted'],
  contact: ['created', 'updated', 'deleted'],
  connection: ['updated', 'deleted', 'status', 'down', 'up'],
} as const
export type WebhookGroup = keyof typeof webhookEvents
export const webhookGroups = Object.keys(webhookEvents) as WebhookGroup[]

/** Name of an event, such as `ticket.closed`. */
export type WebhookEvent = { [G in WebhookGroup]: `${G}.${(typeof webhookEvents)[G][number]}` }[WebhookGroup]

/** Event of the button that tests a webhook; every webhook receives its own. */
export const testEvent = 'webhook.test'

/** All event names. */
export const webhookEventNames = webhookGroups.flatMap((group) =>
  webhookEvents[group].map((name) => `${group}.${name}` as WebhookEvent),
)

/** Names a subscription may contain: events, and `group.*` for all events of a group, also later ones. */
export const subscriptionNames = [...webhookGroups.map((group) => `${group}.*`), ...webhookEventNames]

/** True when the subscription's names contain the event. */
export const isSubscribed = (names: readonly string[], event: WebhookEvent) =>
  names.includes(event) || names.includes(`${event.split('.')[0]}.*`)
