import type { JobHandler, Jobs } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { roleHas } from '../../../shared/permissions'
import { companyLanguage } from '../../platform/company/language'
import { timeZoneOf } from '../../platform/company/time-zone'
import { isLooking, listRecipients, type PushBuilder } from '../../platform/push/recipients'
import { alertMail, alertText } from './alert-texts'
import { findAlert } from './alerts'

/** Users of the company who receive alerts about numbers, with their wish about e-mails. */
const adminsQuery = hot<{}>()((db) =>
  db
    .select('users')
    .leftJoin('alert_mails_off', 'alert_mails_off.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.language', 'users.profile'])
    .select(['alert_mails_off.userId as off'])
    .where('users.support', '=', 0)
    .orderBy('users.id'),
)
const listAdmins = async (scope: Scope) =>
  (await scope.db.run(adminsQuery, {})).filter(({ profile }) => roleHas(profile, 'connection:edit'))

/** Enqueues one job per browser and per e-mail, so that a failure of one does not repeat the others. */
export const announceAlert: JobHandler<Jobs['alert.tell']> = {
  async run(outer, { alertId }) {
    const build = await aboutAlert(outer, alertId)
    const mailed = outer.ports.mail.configured ? (await listAdmins(outer)).filter(({ off }) => off === null) : []
    await outer.transaction(async (scope) => {
      for (const recipient of await listRecipients(scope))
        if (!isLooking(scope, recipient) && build(recipient))
          await scope.enqueue('push.send', { subscriptionId: recipient.subscriptionId, about: { alertId } })
      for (const { id } of mailed) await scope.enqueue('alert.mail', { alertId, userId: id })
    })
  },
  attempts: 3,
}

/** Mails an alert to one admin, unless the admin has switched that off or lost the right. A repeat sends the same mail. */
export const mailAlert: JobHandler<Jobs['alert.mail']> = {
  async run(scope, { alertId, userId }) {
    const alert = await findAlert(scope, alertId)
    const admin = (await listAdmins(scope)).find(({ id }) => id === userId)
    if (!alert || !admin || admin.off !== null) return
    const language = admin.language ?? (await companyLanguage(scope))
    const { subject, text } = alertMail(language, await timeZoneOf(scope), admin.name, alert)
    const id = `alert-${alertId}-${userId}-${Date.parse(alert.createdAt)}`
    await scope.ports.mail.send({ to: admin.email, subject, text, id })
  },
  attempts: 6,
  backoffSeconds: 30,
  timeoutSeconds: 60,
  concurrency: 4,
}

/** Builder of the notification about an alert, in each recipient's language. */
export async function aboutAlert(scope: Scope, alertId: number): Promise<PushBuilder> {
  const alert = await findAlert(scope, alertId)
  if (!alert) return () => null
  const languages = new Map((await listAdmins(scope)).map(({ id, language }) => [id, language]))
  const [usual, zone] = [await companyLanguage(scope), await timeZoneOf(scope)]
  return ({ userId, profile }) =>
    roleHas(profile, 'connection:edit')
      ? {
          kind: 'connection',
          ...alertText(languages.get(userId) ?? usual, zone, alert),
          to: `/connections/${alert.whatsappId}/health`,
          tag: `connection-${alert.whatsappId}`,
        }
      : null
}
