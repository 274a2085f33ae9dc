import type { Scope } from '../../core/scope'
import { audit } from './record'

/** Writes down what the provider's hand asks of a company, before it is done; what only looks is not written. */
export async function auditSupportAccess(outer: Scope, method: string, path: string) {
  if (method === 'GET' || path === '/api/auth/ws-ticket') return
  await outer.transaction(async (scope) =>
    audit(scope, { action: 'ask', entity: 'support', entityId: null, name: `${method} ${path}` }),
  )
}
