import type { Scope } from '../../../core/scope'
import { variantsOf } from '../../../shared/campaign/variants'
import type { CampaignBasis } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { type CampaignRow, getCampaignRow } from '../campaign/read'

const keyOf = (id: number) => `${id}`

/** Parts of a campaign that the start needs and that are missing, in the order of the dialog. */
export function missingFor(row: CampaignRow): string[] {
  return [
    ...(variantsOf(row).length > 0 ? [] : ['message']),
    ...(row.whatsappId === null ? ['whatsapp'] : []),
    ...(row.contactListId === null && row.tagId === null ? ['recipients'] : []),
    ...(row.basis === null ? ['basis'] : []),
  ]
}

/**
 * Sets the status of a campaign that does not run by its time, and enqueues or cancels its start: scheduled with a time
 * and nothing missing, inactive without a time. A cancelled one without a time stays cancelled. Call within a
 * transaction. @throws ERR_CAMPAIGN_INCOMPLETE for a time while something is missing, ERR_SCHEDULE_PAST for a new time
 * that is over
 */
export async function planStart(scope: Scope, id: number, isNewTime: boolean) {
  const row = await withBasis(scope, await getCampaignRow(scope, id))
  const { scheduledAt } = row
  if (scheduledAt === null) return unplan(scope, row)
  if (row.status === 'CANCELADA' && !isNewTime) return
  const missing = missingFor(row)
  if (missing.length > 0) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', { missing })
  if (isNewTime) refusePast(scheduledAt)
  await setStatus(scope, id, 'PROGRAMADA')
  await scope.enqueue('campaign.start', { campaignId: id }, { runAt: new Date(scheduledAt), key: keyOf(id) })
}

/** Basis of a company that has stated none: programs of related products know no such field. */
const usualBasis: CampaignBasis = 'customers'

/** The row, with the company's basis if it is to be scheduled and names none. */
async function withBasis(scope: Scope, row: CampaignRow): Promise<CampaignRow> {
  if (row.basis !== null || row.scheduledAt === null) return row
  const basis = (await readCampaignSettings(scope)).basis ?? usualBasis
  await scope.db.update('campaigns').set({ basis }).where('id', '=', row.id).execute()
  return { ...row, basis }
}

/** Makes the basis that a person states the company's, while it has none. Call within a transaction. */
export async function rememberBasis(scope: Scope, basis: CampaignBasis | null | undefined) {
  if (!basis) return
  const value = JSON.stringify(basis)
  await scope.db
    .insert('campaign_settings', { key: 'basis', value })
    .onConflict((existing) =>
      existing
        .columns(['companyId', 'key'])
        .doUpdateSet({ value })
        .where('campaign_settings.value', '=', JSON.stringify(null)),
    )
    .execute()
}

async function unplan(scope: Scope, { id, status }: CampaignRow) {
  if (status !== 'PROGRAMADA') return
  await scope.cancelJob('campaign.start', keyOf(id))
  await setStatus(scope, id, 'INATIVA')
}

const setStatus = ({ db }: Scope, id: number, status: 'PROGRAMADA' | 'INATIVA') =>
  db.update('campaigns').set({ status, reason: null }).where('id', '=', id).execute()

/** Allows one minute, for inaccurate clocks and for "now". */
function refusePast(scheduledAt: string) {
  if (Date.parse(scheduledAt) < Date.now() - 60_000) throw new AppError('ERR_SCHEDULE_PAST')
}
