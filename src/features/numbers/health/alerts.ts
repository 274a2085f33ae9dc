import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { AlertKind } from '../../../shared/enums'
import { isQuotaReached, isTimeLocked, pauseAfterRefusal, quotaNow } from '../../../shared/number-verdict'
import type { AccountLimits, AckUpdate } from '../../../whatsapp/contract'

const dayMs = 24 * 3_600_000
/** Age in ms up to which alerts are listed. */
const listedAge = 7 * dayMs
const maxListed = 20

/** An event of a number of which admins are notified. */
interface NewAlert {
  whatsappId: number
  kind: AlertKind
  /** Identity of the event; a repeated report of it creates no second alert. */
  event: string
  since: string
  until: string | null
}

const insertAlert = hot<NewAlert & { createdAt: string }>()((db, p) =>
  db
    .insert('number_alerts', {
      whatsappId: p('whatsappId'),
      kind: p('kind'),
      event: p('event'),
      since: p('since'),
      until: p('until'),
      createdAt: p('createdAt'),
    })
    .onConflict((existing) => existing.doNothing())
    .returning('id'),
)
const alertById = hot<{ id: number }>()((db, p) =>
  db
    .select('number_alerts')
    .innerJoin('connections', 'connections.id', 'number_alerts.whatsappId')
    .select(['number_alerts.id', 'number_alerts.whatsappId', 'number_alerts.kind', 'number_alerts.since'])
    .select(['number_alerts.until', 'number_alerts.createdAt', 'connections.name'])
    .where('number_alerts.id', '=', p('id')),
)
const newestAlerts = hot<{ after: string }>()((db, p) =>
  db
    .select('number_alerts')
    .innerJoin('connections', 'connections.id', 'number_alerts.whatsappId')
    .select(['number_alerts.id', 'number_alerts.whatsappId', 'number_alerts.kind', 'number_alerts.since'])
    .select(['number_alerts.until', 'number_alerts.createdAt', 'connections.name'])
    .where('number_alerts.createdAt', '>=', p('after'))
    .orderBy('number_alerts.createdAt', 'desc')
    .limit(maxListed),
)

/** Stores an alert and the job that notifies the admins; call within a transaction. Returns false for a known event. */
export async function recordAlert(scope: Scope, alert: NewAlert, now: number): Promise<boolean> {
  const row = await scope.db.first(insertAlert, { ...alert, createdAt: new Date(now).toISOString() })
  if (row) await scope.enqueue('alert.tell', { alertId: row.id })
  return row !== undefined
}

/** Records alerts for limits that apply now and did not before; call within a transaction. */
export async function alertOfLimits(
  scope: Scope,
  { id, name }: { id: number; name: string },
  [before, current]: [AccountLimits, AccountLimits],
  now: number,
) {
  const since = new Date(now).toISOString()
  const alert = async (kind: 'timeLock' | 'quota', until: string | null) => {
    const isNew = await recordAlert(scope, { whatsappId: id, kind, event: until ?? since, since, until }, now)
    if (isNew) scope.publish('connectionHealth', { action: kind, whatsappId: id, name, until })
  }
  if (isTimeLocked(current, now) && !isTimeLocked(before, now)) await alert('timeLock', current.reachOut?.until ?? null)
  const quota = quotaNow(current, now)
  if (isQuotaReached(quota) && !isQuotaReached(quotaNow(before, now))) await alert('quota', quota?.endsAt ?? null)
}

/** WhatsApp's code for a number that must not write to people who have not written to it. */
const restricted = '463'

/** Records an alert when WhatsApp refused a new conversation, once per number and hour. */
export async function alertOfRefusals(outer: Scope, { whatsappId }: { whatsappId: number }, updates: AckUpdate[]) {
  if (!updates.some(({ ack, error }) => ack < 0 && error === restricted)) return
  const now = Date.now()
  const since = new Date(now).toISOString()
  const until = new Date(now + pauseAfterRefusal).toISOString()
  await outer.transaction(async (scope) => {
    const number = await scope.db.select('connections').select('name').where('id', '=', whatsappId).executeTakeFirst()
    if (!number) return
    const event = `${restricted} ${since.slice(0, 13)}`
    const isNew = await recordAlert(scope, { whatsappId, kind: 'refused', event, since, until }, now)
    if (isNew) scope.publish('connectionHealth', { action: 'refused', whatsappId, name: number.name, until })
  })
}

export const findAlert = (scope: Scope, id: number) => scope.db.first(alertById, { id })

/** Alerts of the last seven days, newest first, at most 20. */
export const listAlerts = (scope: Scope, now = Date.now()) =>
  scope.db.run(newestAlerts, { after: new Date(now - listedAge).toISOString() })

/** Whether the acting user wants alerts by e-mail, and whether the installation can send any. */
export async function alertMailsOf(scope: Scope) {
  const { userId } = scope.viewer
  const off = await scope.db.select('alert_mails_off').select('userId').where('userId', '=', userId).executeTakeFirst()
  return { mails: off === undefined, sent: scope.ports.mail.configured }
}

/** Switches alerts by e-mail on or off for the acting user. */
export function setAlertMails(outer: Scope, mails: boolean) {
  return outer.transaction(async (scope) => {
    const { userId } = scope.viewer
    if (mails) await scope.db.delete('alert_mails_off').where('userId', '=', userId).execute()
    else
      await scope.db
        .insert('alert_mails_off', { userId })
        .onConflict((existing) => existing.doNothing())
        .execute()
    return alertMailsOf(scope)
  })
}
