import type { CampaignStatus } from '../enums'

/** Status and time of a campaign, by which the server and the dialog decide. */
interface CampaignState {
  status: CampaignStatus
  scheduledAt: string | null
}

const hour = 3_600_000

/** True when a campaign may be changed: not scheduled, scheduled for more than an hour later, or cancelled. */
export function isEditable({ status, scheduledAt }: CampaignState, now = Date.now()): boolean {
  if (status === 'PROGRAMADA') return scheduledAt !== null && Date.parse(scheduledAt) > now + hour
  return status === 'INATIVA' || status === 'CANCELADA'
}

/** True also before the start, so that a campaign with a mistake is stopped before its first message. */
export const isCancellable = ({ status }: Pick<CampaignState, 'status'>) =>
  status === 'EM_ANDAMENTO' || status === 'PROGRAMADA'
export const isRestartable = ({ status }: Pick<CampaignState, 'status'>) => status === 'CANCELADA'
export const isDeletable = ({ status }: Pick<CampaignState, 'status'>) => status !== 'EM_ANDAMENTO'
