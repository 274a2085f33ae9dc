import type { Scope } from '../../../core/scope'
import { recordAuditEntry } from './record'

/**
 * Logs a request of a support user in the company before it is handled. GET requests and socket tickets are not logged.
 */
export async function auditSupportAccess(outer: Scope, method: string, path: string) {
  if (method === 'GET' || path === '/api/auth/ws-ticket') return
  await outer.transaction(async (scope) =>
    recordAuditEntry(scope, { action: 'ask', entity: 'support', entityId: null, name: `${method} ${path}` }),
  )
}
