import type { Scope } from '../../../core/scope'
import type { Sealer } from '../../../core/secrets'
import { hot } from '../../../core/storage/tenant'
import type { ConnectionReason } from '../../../shared/enums'
import type { ConnectionRef, SessionState } from '../../../whatsapp/contract'
import { opening } from '../../../whatsapp/open-connection'
import { storeLaneNumber } from '../pace/rows'
import { recordStateChange } from './health'
import { sealCode } from './link-codes'

const setState = hot<Required<SessionState> & { id: number; now: string }>()((db, p) =>
  db
    .update('connections')
    .set({ status: p('status'), reason: p('reason'), qrcode: p('qrcode'), pairingCode: p('pairingCode') })
    .set({ retries: p('retries'), number: p('number'), lid: p('lid'), updatedAt: p('now') })
    .where('id', '=', p('id'))
    .returning(['id', 'name', 'isDefault']),
)
const stateOf = hot<{ id: number }>()((db, p) =>
  db.select('connections').select(['status', 'connectedAt', 'number', 'lid']).where('id', '=', p('id')),
)
const clearWanted = hot<{ id: number }>()((db, p) =>
  db.update('connections').set({ shouldConnect: 0 }).where('id', '=', p('id')),
)
const setConnectedAt = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('connections')
    .set({ connectedAt: p('now') })
    .where('id', '=', p('id')),
)

/**
 * Reasons after which WhatsApp would refuse every retry until a person acts (docs/whatsapp.md, "Ends of a connection").
 */
const finalReasons: ConnectionReason[] = ['loggedOut', 'replaced', 'banned']

/** Stores and publishes a session's new state. When it is connected, releases the jobs that waited for it. */
export async function storeState(outer: Scope, { whatsappId }: ConnectionRef, state: SessionState) {
  const stored = await outer.transaction(async (scope) => {
    const { status, reason, qrcode, pairingCode, retries } = state
    const now = new Date().toISOString()
    const was = await scope.db.first(stateOf, { id: whatsappId })
    if (!was) return false
    const codes = sealCodes(await scope.sealer(), whatsappId, state)
    const values = { number: was.number, lid: was.lid, ...state, ...codes }
    const row = await scope.db.first(setState, { id: whatsappId, ...values, now })
    if (!row) return false
    const { number } = values
    await recordStateChange(scope, { id: whatsappId, name: row.name, was: was.status, status, reason, now })
    if (reason && finalReasons.includes(reason)) await scope.db.run(clearWanted, { id: whatsappId })
    if (status === 'CONNECTED')
      await storeConnected(scope, whatsappId, { number, isFirst: was.connectedAt === null, now })
    const session = { id: whatsappId, status, reason, number, qrcode, pairingCode, retries, updatedAt: now }
    const isChanged = was.status !== status
    scope.publish('whatsappSession', { action: 'update', session, ...(isChanged && { isChanged }) })
    return true
  })
  if (!stored || state.status !== 'CONNECTED') return
  await outer.ports.releaseJobs(opening(whatsappId))
}

async function storeConnected(
  scope: Scope,
  id: number,
  { number, isFirst, now }: { number: string | null; isFirst: boolean; now: string },
) {
  await scope.db.run(setConnectedAt, { id, now })
  if (number !== null) await storeLaneNumber(scope, id, number, isFirst)
}

const sealCodes = (sealer: Sealer, id: number, { qrcode, pairingCode }: SessionState) => ({
  qrcode: sealCode(sealer, id, 'qrcode', qrcode),
  pairingCode: sealCode(sealer, id, 'pairingCode', pairingCode),
})
