import type { Scope } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import type { OptOut } from './model'

/** Entries of the register with the names of what they refer to. */
export const optOutRows = (db: Tables) =>
  db
    .select('opt_outs')
    .leftJoin('contacts', (join) =>
      join
        .onRef('contacts.companyId', '=', 'opt_outs.companyId')
        .onRef('contacts.number', '=', 'opt_outs.number')
        .on('contacts.isGroup', '=', 0),
    )
    .leftJoin('connections', 'connections.id', 'opt_outs.whatsappId')
    .leftJoin('campaigns', 'campaigns.id', 'opt_outs.campaignId')
    .leftJoin('users', 'users.id', 'opt_outs.userId')
    .select(['opt_outs.id', 'opt_outs.number', 'opt_outs.source', 'opt_outs.word', 'opt_outs.reason', 'opt_outs.at'])
    .select(['opt_outs.confirmedAt', 'opt_outs.whatsappId', 'opt_outs.campaignId', 'opt_outs.userId'])
    .select(['contacts.id as contactId', 'contacts.name as contactName', 'connections.name as whatsappName'])
    .select(['campaigns.name as campaignName', 'users.name as userName'])

const byNumber = hot<{ number: string }>()((db, p) => optOutRows(db).where('opt_outs.number', '=', p('number')))
const byId = hot<{ id: number }>()((db, p) => optOutRows(db).where('opt_outs.id', '=', p('id')))
export type OptOutRow = NonNullable<(typeof byId)['row']>

/** Returns the entry of a number in canonical digits, if there is one. */
export const findOptOut = (scope: Scope, number: string): Promise<OptOutRow | undefined> =>
  scope.db.first(byNumber, { number })

export const findOptOutById = (scope: Scope, id: number): Promise<OptOutRow | undefined> => scope.db.first(byId, { id })

export const toOptOut = (row: OptOutRow): OptOut => ({
  id: row.id,
  number: row.number,
  source: row.source,
  word: row.word,
  reason: row.reason,
  at: row.at,
  confirmedAt: row.confirmedAt,
  contact: namedRef(row.contactId, row.contactName),
  whatsapp: namedRef(row.whatsappId, row.whatsappName),
  campaign: namedRef(row.campaignId, row.campaignName),
  user: namedRef(row.userId, row.userName),
})

/** Null also for a row that was deleted. */
const namedRef = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })
