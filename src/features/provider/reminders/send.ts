import { type JobHandler, type Jobs, WaitFor } from '../../../core/jobs/job'
import { log } from '../../../core/log'
import { Platform, type Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { opening } from '../../../whatsapp/open-connection'
import { addressOf } from '../../api/send-api/address'
import { contactOf } from '../../api/send-api/send'
import { ticketForApiMessage } from '../../api/send-api/ticket'
import { readTypedNumber } from '../../contacts/contacts/typed-number'
import { mayBeSent } from '../../inbox/messages/send/may-be-sent'
import { createOutboundMessages } from '../../inbox/messages/send/send'
import { daysAfterDue, reminderFacts, withCode } from './facts'
import { stillGood } from './plan'
import { reminderMail, reminderText } from './texts'

type Channel = 'mail' | 'whatsapp'

const isWaiting = async ({ db }: Scope, invoiceId: number, step: number, channel: Channel) => {
  const row = db.select('reminders').select('sentAt').where('invoiceId', '=', invoiceId).where('step', '=', step)
  return (await row.where('channel', '=', channel).executeTakeFirst())?.sentAt === ''
}

const markSent = ({ db }: Scope, invoiceId: number, step: number, channel: Channel) =>
  db
    .update('reminders')
    .set({ sentAt: new Date().toISOString() })
    .where('invoiceId', '=', invoiceId)
    .where('step', '=', step)
    .where('channel', '=', channel)
    .execute()

/**
 * Mails a reminder to the billing address, unless the invoice was paid meanwhile. A repeat after a crash has the same
 * Message-ID.
 */
export const mailReminder: JobHandler<Jobs['reminder.mail']> = {
  async run(scope, { invoiceId, step }, attempt) {
    if (!(await isWaiting(scope, invoiceId, step, 'mail'))) return
    const facts = await reminderFacts(scope, invoiceId)
    if (!facts) return
    const id = `reminder-${scope.companyId}-${invoiceId}-${step}`
    const mail = reminderMail(await withCode(scope, invoiceId, facts))
    await scope.ports.mail.send({ to: facts.email, id, ...mail })
    await scope.transaction(async (scope) => {
      await markSent(scope, invoiceId, step, 'mail')
      await attempt.ending?.finish(scope)
    })
  },
  attempts: 12,
  backoffSeconds: 30,
  timeoutSeconds: 60,
}

/**
 * Writes a reminder from the provider's number to the company's phone, the Pix code as a message of its own, which is
 * copied by a long press. Messages and mark are stored in one transaction; the outbox delivers them. While the number is
 * away the job waits for it, and the reminder is dropped once it is more than two days old.
 */
export const tellReminder: JobHandler<Jobs['reminder.tell']> = {
  async run(outer, reminder) {
    const { companyId, invoiceId, step, whatsappId } = reminder
    if (!(await isWaiting(outer, invoiceId, step, 'whatsapp'))) return
    const customer = new Platform(outer.ports).scope(companyId as CompanyId, outer.actor)
    if (!(await mayLeave(outer, customer, reminder))) return
    const facts = await reminderFacts(customer, invoiceId)
    const read = facts && (await readTypedNumber(outer, facts.phone))
    if (!facts || !read) return
    if (!('number' in read)) return void logDropped(reminder, 'the phone of the company cannot be read')
    const address = await addressOf(outer, { companyId: outer.companyId, whatsappId }, read.number)
    const full = await withCode(customer, invoiceId, facts)
    const bodies = [reminderText(full), ...(full.code ? [full.code] : [])]
    await outer.transaction(async (scope) => {
      if (!(await isWaiting(scope, invoiceId, step, 'whatsapp')) || !(await mayBeSent(scope, 'system'))) return
      const { id: contactId } = await contactOf(scope, address)
      const ticket = { ...(await ticketForApiMessage(scope, { contactId, whatsappId }, null)), whatsappId }
      const author = { origin: 'system', userId: null, senderName: '' } as const
      for (const body of bodies)
        await createOutboundMessages(scope, ticket, { body, quotedId: null, files: [] }, author)
      await markSent(scope, invoiceId, step, 'whatsapp')
    })
  },
  attempts: 6,
  backoffSeconds: 60,
}

/**
 * False for a paid invoice, and, with a line of the log, for a reminder that is too old or has no number to leave from.
 * @throws WaitFor while the number is away
 */
async function mayLeave(sender: Scope, customer: Scope, reminder: Jobs['reminder.tell']): Promise<boolean> {
  const { invoiceId, step, whatsappId } = reminder
  const days = await daysAfterDue(customer, invoiceId)
  if (days === null) return false
  if (days - step > stillGood) return logDropped(reminder, 'the number was away for too long')
  const connections = sender.db.select('connections').select('status').where('id', '=', whatsappId)
  const connection = await connections.executeTakeFirst()
  if (!connection) return logDropped(reminder, 'the connection was deleted')
  if (connection.status !== 'CONNECTED') throw new WaitFor(opening(whatsappId))
  return true
}

function logDropped({ companyId, invoiceId, step }: Jobs['reminder.tell'], reason: string): false {
  log.warn({ companyId, invoiceId, step, reason }, 'a reminder by WhatsApp is dropped')
  return false
}
