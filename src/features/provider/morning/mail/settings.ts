import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { typedNumber } from '../../../contacts/contacts/typed-number'
import { timeZoneOf } from '../../../platform/company/time-zone'
import type { OverviewWish, OverviewWishInput } from '../model'
import { firstDay } from './days'
import { findOverviewRow, planOverview } from './plan'

/** Hour of a wish that was never stored. */
const usualHour = 7

/** When and how the acting super user gets the overview, and what the installation can send. */
export async function readWish(scope: Scope): Promise<OverviewWish> {
  const row = await findOverviewRow(scope, scope.viewer.userId)
  const connections = await scope.db.select('connections').select(['id', 'name']).orderBy('name').execute()
  const whatsappId = connections.find(({ id }) => id === row?.whatsappId)?.id ?? null
  return {
    ...{ hour: row?.hour ?? usualHour, mail: row?.mail === 1, phone: row?.phone ?? '', whatsappId },
    canMail: scope.ports.mail.configured,
    connections,
  }
}

/**
 * Stores when and how the acting super user gets the overview. The next one is the first to come that was not sent yet.
 * @throws ERR_WAPP_INVALID_CONTACT for no number, ERR_NO_WAPP_FOUND (404) for a connection of another company,
 * ERR_VALIDATION for a number without a connection
 */
export async function setWish(outer: Scope, input: OverviewWishInput): Promise<OverviewWish> {
  const { hour, mail, whatsappId } = input
  const typed = input.phone.trim()
  if (whatsappId !== null) await assertOwnConnection(outer, whatsappId)
  if (typed !== '' && whatsappId === null) throw new AppError('ERR_VALIDATION', { fields: ['whatsappId'] })
  const phone = typed === '' ? '' : await typedNumber(outer, typed)
  return outer.transaction(async (scope) => {
    const { userId } = scope.viewer
    const before = await findOverviewRow(scope, userId)
    const sent = [before?.mailedDay ?? '', before?.toldDay ?? ''].sort().at(-1) ?? ''
    const next = firstDay(await timeZoneOf(scope), hour, new Date(), sent && dayAfter(sent))
    const values = { hour, mail: mail ? (1 as const) : (0 as const), phone, whatsappId, plannedDay: next }
    await scope.db
      .insert('overview_mails', { userId, ...values })
      .onConflict((conflict) => conflict.columns(['companyId', 'userId']).doUpdateSet(values))
      .execute()
    await planOverview(scope, userId)
    return readWish(scope)
  })
}

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

async function assertOwnConnection({ db }: Scope, id: number) {
  const found = await db.select('connections').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('ERR_NO_WAPP_FOUND')
}
