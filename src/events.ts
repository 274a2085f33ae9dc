import type { Entity, Visibility } from './core/events'
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

export type { Entity, Events } from './core/events'

/**
 * Decides who receives an event: its payload for one viewer, whole, reduced, or null for none. Each domain's
 * `events.ts` decides for its own entities, and no other place does.
 */
export const visibleTo: Visibility = {
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

/** Name of an entity on the wire. */
export const wireName = (companyId: CompanyId, entity: Entity) =>
  entity === 'announcement' ? 'company-announcement' : `company-${companyId}-${entity}`
