import type { ClientInfo } from '../../../../core/http/client-info'
import type { CompanyId } from '../../../../core/storage/schema'
import { type Auditor, recordAuditEntry } from '../../../platform/audit/record'
import type { Authenticator } from '../authenticator'

/** Records a login, a logout, or a refresh token in use twice, with the person's name. Call within its transaction. */
export async function auditLogin(by: Auditor, action: 'login' | 'logout' | 'reuse', userId: number) {
  const user = await by.db.select('users').select('name').where('id', '=', userId).executeTakeFirst()
  const name = user?.name ?? ''
  await recordAuditEntry({ ...by, actor: { userId, name } }, { action, entity: 'session', entityId: userId, name })
}

interface Person {
  id: number
  name: string
  companyId: CompanyId
}

/**
 * Records a wrong password or a wrong code of a second factor, at most once a minute for each person. The answer does
 * not wait for the line, so that known and unknown e-mails are refused in the same time.
 */
export function noteRefusedLogin(
  { refusals }: Authenticator,
  { id, name, companyId }: Person,
  { ip: address }: ClientInfo,
  entity: 'login' | 'secondFactor',
) {
  void refusals.note({
    ...{ companyId, userId: id, actor: { system: 'login' }, address },
    entry: { action: 'refuse', entity, entityId: id, name },
  })
}
