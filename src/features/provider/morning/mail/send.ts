import type { JobHandler, Jobs } from '../../../../core/jobs/job'
import { Platform, type Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { Language } from '../../../../shared/enums'
import { addressOf } from '../../../api/send-api/address'
import { contactOf } from '../../../api/send-api/send'
import { ticketForApiMessage } from '../../../api/send-api/ticket'
import { mayBeSent } from '../../../inbox/messages/send/may-be-sent'
import { createOutboundMessages } from '../../../inbox/messages/send/send'
import { companyLanguage } from '../../../platform/company/language'
import { timeZoneOf } from '../../../platform/company/time-zone'
import { readMorning } from '../read'
import { overviewMail, overviewMessage } from './content'
import { findOverviewRow } from './plan'

const superUser = hot<{ userId: number }>()((db, p) =>
  db
    .select('users')
    .select(['name', 'email', 'language'])
    .where('id', '=', p('userId'))
    .where('super', '=', 1)
    .where('support', '=', 0),
)
const setMailed = hot<{ userId: number; day: string }>()((db, p) =>
  db
    .update('overview_mails')
    .set({ mailedDay: p('day') })
    .where('userId', '=', p('userId')),
)
const setTold = hot<{ userId: number; day: string }>()((db, p) =>
  db
    .update('overview_mails')
    .set({ toldDay: p('day') })
    .where('userId', '=', p('userId')),
)
const openConnection = hot<{ id: number }>()((db, p) =>
  db.select('connections').select('id').where('id', '=', p('id')).where('status', '=', 'CONNECTED'),
)

/**
 * Mails the overview to a super user, unless the person is none any more, has switched it off, or has got that of the
 * day. The day is stored after the mail server has accepted the mail; a repeat after a crash between both has the same
 * Message-ID.
 */
export const sendOverviewMail: JobHandler<Jobs['overview.mail']> = {
  async run(scope, { userId, day }, attempt) {
    const row = await findOverviewRow(scope, userId)
    const person = await scope.db.first(superUser, { userId })
    if (!person || row?.mail !== 1 || row.mailedDay >= day) return
    const mail = overviewMail(...(await contentFor(scope, person, day)))
    await scope.ports.mail.send({ to: person.email, id: `overview-${scope.companyId}-${userId}-${day}`, ...mail })
    await scope.transaction(async (scope) => {
      await scope.db.run(setMailed, { userId, day })
      await attempt.ending?.finish(scope)
    })
  },
  attempts: 12,
  backoffSeconds: 30,
  timeoutSeconds: 60,
}

/**
 * Sends the number of matters to a super user's phone from a connection of the person's company that is open. Message and
 * day are stored in one transaction, so that neither a second run nor a crash sends it twice; the outbox delivers it.
 */
export const tellOverview: JobHandler<Jobs['overview.tell']> = {
  async run(outer, { userId, day }) {
    const row = await findOverviewRow(outer, userId)
    const person = await outer.db.first(superUser, { userId })
    const whatsappId = row?.whatsappId
    if (!row || !person || row.phone === '' || !whatsappId || row.toldDay >= day) return
    if (!(await outer.db.first(openConnection, { id: whatsappId }))) return // deleted or closed: nothing waits for a relink
    const body = overviewMessage(...(await contentFor(outer, person, day)))
    const address = await addressOf(outer, { companyId: outer.companyId, whatsappId }, row.phone)
    await outer.transaction(async (scope) => {
      const present = await findOverviewRow(scope, userId)
      if (!present || present.phone !== row.phone || present.toldDay >= day) return
      if (!(await mayBeSent(scope, 'system'))) return
      const { id: contactId } = await contactOf(scope, address)
      const ticket = await ticketForApiMessage(scope, { contactId, whatsappId }, null)
      const author = { origin: 'system', userId: null, senderName: '' } as const
      await createOutboundMessages(scope, { ...ticket, whatsappId }, { body, quotedId: null, files: [] }, author)
      await scope.db.run(setTold, { userId, day })
    })
  },
  attempts: 6,
  backoffSeconds: 60,
}

interface Person {
  name: string
  language: Language | null
}

async function contentFor(scope: Scope, { name, language }: Person, day: string) {
  const { ports } = scope
  const morning = await readMorning(scope, new Platform(ports))
  const facts = { morning, zone: await timeZoneOf(scope), day, person: name, publicUrl: ports.publicUrl }
  return [language ?? (await companyLanguage(scope)), facts] as const
}
