import type { JobHandler, Jobs } from '../../../core/jobs/job'
import { Platform } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { localTime } from '../../../core/time'
import { defaultLanguage } from '../../../shared/enums'
import { timeZoneOf } from '../../platform/company/time-zone'
import { failureMail } from './mail-texts'
import { readBackupState, storeMailTime } from './state'

/** Failures of one night after which super users are told: shorter outages of the storage mend themselves. */
const toldAfter = 3

/**
 * Enqueues a mail to each super user once a day while backups fail, about an hour after the daily time, so that it is
 * read in the morning.
 * @param slot last moment of the daily time in ms
 */
export async function mailFailure(outer: Platform, slot: number, now = new Date()) {
  if (!outer.ports.mail.configured) return
  await outer.transaction(async (platform) => {
    const { failures, mailedAt } = await readBackupState(platform.handle)
    if (failures < toldAfter || Date.parse(mailedAt ?? '') >= slot) return
    const people = await platform.db.selectFrom('users').select(['id', 'companyId']).where('super', '=', 1).execute()
    await storeMailTime(platform.handle, now.toISOString())
    for (const { id, companyId } of people)
      await outer.ports.enqueue(platform.tenant(companyId), 'mail.backup', { userId: id, day: now.toISOString() })
  })
  outer.ports.wakeJobs()
}

const recipient = hot<{ id: number }>()((db, p) =>
  db.select('users').select(['name', 'email', 'language', 'super']).where('id', '=', p('id')),
)

/** Mails the state of the backups to a super user, unless one has succeeded meanwhile. A repeat sends the same mail. */
export const mailBackupFailure: JobHandler<Jobs['mail.backup']> = {
  async run(scope, { userId, day }) {
    const person = await scope.db.first(recipient, { id: userId })
    const { failures, problem, success, local } = await readBackupState(new Platform(scope.ports).handle)
    if (!person?.super || failures === 0) return
    const zone = await timeZoneOf(scope)
    const last = success && localTime(zone, success.at)
    const { mail, publicUrl } = scope.ports
    const facts = { name: person.name, problem: problem ?? '', last, local: local.length, link: linkOf(publicUrl) }
    const { subject, text } = failureMail(person.language ?? defaultLanguage, facts)
    await mail.send({ to: person.email, subject, text, id: `backup-${userId}-${Date.parse(day)}` })
  },
  attempts: 8,
  backoffSeconds: 30,
  timeoutSeconds: 60,
}

/** Address of the page of the backups. */
const linkOf = (publicUrl: string) => `${publicUrl}/settings?tab=backups`
