import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { addDays, dayIn, usualZone } from '../../../core/time'
import { daysBetween } from '../../../shared/recurrence'
import { reminderDays } from '../../../shared/reminders'
import { readReminders, type StoredReminders } from './settings'

/** Milliseconds after midnight in the company's time zone from which reminders leave: 08:00. */
const dayStart = 8 * 3_600_000
/** Days for which a reminder that could not be planned or sent in time is still sent, such as after a stop of the server. */
export const stillGood = 2

/**
 * Scheduled task: plans the reminders of invoices that are due soon or late. The row and the job of a reminder are stored
 * together, so that each is sent once.
 */
export async function planReminders(platform: Platform, now = Date.now()) {
  const settings = await readReminders(platform)
  const mails = settings.mail && platform.ports.mail.configured
  if (settings.days.length === 0 || (!mails && settings.whatsappId === null)) return
  const claimed = await readClaimed(platform)
  for (const invoice of await listNearInvoices(platform, now)) {
    const step = stepOf(settings, daysBetween(invoice.dueDate, dayIn(invoice.timeZone, new Date(now - dayStart))))
    if (step === null) continue
    const isOwed = (channel: Channel) => !claimed.has(keyOf({ invoiceId: invoice.id, step, channel }))
    const owed = { mails: mails && isOwed('mail'), tells: settings.whatsappId !== null && isOwed('whatsapp') }
    if (owed.mails || owed.tells) await planReminder(platform, settings, { ...invoice, ...owed, step })
  }
}

type Channel = 'mail' | 'whatsapp'
const keyOf = ({ invoiceId, step, channel }: { invoiceId: number; step: number; channel: string }) =>
  `${invoiceId} ${step} ${channel}`

/** Reminders of open invoices that have their row, so that the task writes only for new ones. */
async function readClaimed({ db }: Platform): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reminders')
    .innerJoin('invoices', 'invoices.id', 'reminders.invoiceId')
    .select(['reminders.invoiceId', 'reminders.step', 'reminders.channel'])
    .where('invoices.status', '=', 'open')
    .execute()
  return new Set(rows.map(keyOf))
}

/** The last day chosen that has come; null when it was too long ago, or none has. */
export function stepOf({ days }: Pick<StoredReminders, 'days'>, daysAfter: number): number | null {
  const step = Math.max(...days.filter((day) => day <= daysAfter))
  return daysAfter - step <= stillGood ? step : null
}

/** Open invoices of active companies around their due date; not those of trials, of the provider, of a moved date, or
 * that the company says it has paid. */
async function listNearInvoices({ db }: Platform, now: number) {
  const today = dayIn(usualZone, new Date(now))
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.companyId')
    .select(['invoices.id', 'invoices.companyId', 'invoices.dueDate', 'companies.timeZone'])
    .select('companies.dueDate as licence')
    .where('invoices.status', '=', 'open')
    .where(({ eb, or }) => or([eb('invoices.claimedAt', 'is', null), eb('invoices.refusal', '<>', '')]))
    .where('invoices.dueDate', '>=', addDays(today, -reminderDays.latest - stillGood - 1))
    .where('invoices.dueDate', '<=', addDays(today, 1 - reminderDays.earliest))
    .where('companies.status', '=', 1)
    .where('companies.trialExpiration', 'is', null)
    .where('companies.cancelledAt', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.companyId', '=', 'companies.id')
            .where('users.super', '=', 1),
        ),
      ),
    )
    .execute()
  return rows.filter(({ dueDate, licence }) => licence.slice(0, 10) === dueDate)
}

interface DueReminder {
  id: number
  companyId: CompanyId
  step: number
  /** The ways by which the reminder has not been planned. */
  mails: boolean
  tells: boolean
}

async function planReminder(
  outer: Platform,
  settings: StoredReminders,
  { id, companyId, step, mails, tells }: DueReminder,
) {
  const { senderId, whatsappId } = settings
  const planned = await outer.transaction(async (platform) => {
    const reminder = { companyId, invoiceId: id, step }
    const mailed = mails && (await claim(platform, companyId, reminder, 'mail'))
    if (mailed) await outer.ports.enqueue(platform.tenant(companyId), 'reminder.mail', { invoiceId: id, step })
    const isOwed = tells && whatsappId && senderId && !(await isClaimed(platform, reminder, 'whatsapp'))
    const told = isOwed && (await claim(platform, senderId, reminder, 'whatsapp'))
    if (told) await outer.ports.enqueue(platform.tenant(senderId), 'reminder.tell', { ...reminder, whatsappId })
    return mailed || told
  })
  if (planned) outer.ports.wakeJobs()
}

/** True when a company has claimed the reminder: the one that sends may have changed since. */
async function isClaimed(
  { db }: Platform,
  { invoiceId, step }: { invoiceId: number; step: number },
  channel: Channel,
): Promise<boolean> {
  const rows = db.selectFrom('reminders').select('step').where('invoiceId', '=', invoiceId).where('step', '=', step)
  return (await rows.where('channel', '=', channel).executeTakeFirst()) !== undefined
}

/** Inserts the row of a reminder in the company that sends it; false when it is there. */
async function claim(
  platform: Platform,
  sender: CompanyId,
  { invoiceId, step }: { invoiceId: number; step: number },
  channel: Channel,
): Promise<boolean> {
  const made = await platform
    .tenant(sender)
    .insert('reminders', { invoiceId, step, channel })
    .onConflict((conflict) => conflict.columns(['companyId', 'invoiceId', 'step', 'channel']).doNothing())
    .returning('invoiceId')
    .executeTakeFirst()
  return made !== undefined
}
