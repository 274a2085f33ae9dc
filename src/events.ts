import type { Entity, Visibility } from './core/events'
import type { Viewer } from './core/scope'
import type { CompanyId } from './core/storage/schema'
import { accountsEvents } from './features/accounts/events'
import { apiEvents } from './features/api/events'
import { automationEvents } from './features/automation/events'
import { campaignsEvents } from './features/campaigns/events'
import { contactsEvents } from './features/contacts/events'
import { inboxEvents } from './features/inbox/events'
import { numbersEvents } from './features/numbers/events'
import { platformEvents } from './features/platform/events'
import { providerEvents } from './features/provider/events'
import { maskNumbers } from './shared/mask-numbers'
import { can } from './shared/permissions'

export type { Entity, Events } from './core/events'

/** Each domain's `events.ts` decides for its own entities, and no other place does. */
const decided: Visibility = {
  ...inboxEvents,
  ...contactsEvents,
  ...automationEvents,
  ...campaignsEvents,
  ...numbersEvents,
  ...accountsEvents,
  ...providerEvents,
  ...apiEvents,
  ...platformEvents,
}

/** Entities whose numbers are the company's own. */
const ownNumbers: readonly Entity[] = ['whatsapp', 'whatsappSession', 'connectionHealth', 'coldLane']

/** Payloads without numbers by the whole payload, so that viewers who receive the same share one frame. */
const masks = new WeakMap<object, object>()

function masked<P extends object>(payload: P): P {
  const known = masks.get(payload)
  if (known) return known as P
  const without = maskNumbers(payload)
  masks.set(payload, without)
  return without
}

/**
 * Decides who receives an event: its payload for one viewer, whole, reduced, or null for none. A viewer who does not see
 * numbers of customers gets it without them (ADR 0194).
 */
export const visibleTo = Object.fromEntries(
  Object.entries(decided).map(([entity, decide]) => [
    entity,
    (viewer: Viewer, payload: never) => {
      const seen = (decide as (viewer: Viewer, payload: never) => object | null)(viewer, payload)
      const isWhole = seen === null || can(viewer, 'contact:seeNumber') || ownNumbers.includes(entity as Entity)
      return isWhole ? seen : masked(seen)
    },
  ]),
) as Visibility

/** Name of an entity on the wire. */
export const wireName = (companyId: CompanyId, entity: Entity) =>
  entity === 'announcement' ? 'company-announcement' : `company-${companyId}-${entity}`
