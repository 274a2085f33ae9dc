import type { Scope } from '../../../core/scope'
import { newestTicketOf } from '../contact-tickets/live-tickets'
import type { Schedule } from './model'
import { readSchedule } from './read'

/** Publishes a schedule's current state to the people who may see it, and returns it. Call within a transaction. */
export async function publishSchedule(
  scope: Scope,
  id: number,
  action: 'create' | 'update' = 'update',
): Promise<Schedule> {
  const schedule = await readSchedule(scope, id)
  scope.publish('schedule', { action, schedule, ticket: await newestTicketOf(scope, schedule.contactId) })
  return schedule
}
