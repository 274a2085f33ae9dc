import type { Scope } from '../../../core/scope'
import type { Language } from '../../../shared/enums'
import { menuGreeting } from '../../../shared/menu-greeting'

/**
 * Gives all queues to the only number of a company when it has none: a number that was connected before the queues
 * existed. Returns its name; null when nothing changed. Call inside a transaction.
 */
export async function linkQueuesToOnlyNumber(scope: Scope, language: Language): Promise<string | null> {
  const { db } = scope
  const numbers = await db.select('connections').select(['id', 'name', 'greetingMessage']).limit(2).execute()
  const [only] = numbers
  const linked = await db.select('connection_queues').select('queueId').limit(1).execute()
  if (!only || numbers.length > 1 || linked.length > 0) return null
  const queues = await db.select('queues').select('id').execute()
  if (queues.length === 0) return null
  await db
    .insert(
      'connection_queues',
      queues.map(({ id }) => ({ whatsappId: only.id, queueId: id })),
    )
    .execute()
  const updatedAt = new Date().toISOString()
  const greetingMessage =
    only.greetingMessage.trim() || queues.length < 2 ? only.greetingMessage : menuGreeting[language]
  await db.update('connections').set({ greetingMessage, updatedAt }).where('id', '=', only.id).execute()
  await scope.call('connectionChanged', only.id)
  return only.name
}
