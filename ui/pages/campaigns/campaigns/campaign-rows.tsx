import type { ReactNode } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { ListEnd } from '../../../components/infinite-list'
import { CardSkeletons } from '../../../components/skeleton'
import { SkeletonTable } from '../../../components/skeleton-table'
import { TableHead } from '../../../components/table-head'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { CampaignActions } from './campaign-actions'
import { CampaignState } from './campaign-state'
import { campaigns } from './store'

interface RowsProps {
  rows: Campaign[]
  onEdit: (campaign: Campaign) => void
}
const cell = 'px-4 py-2.5 align-top'

export function CampaignTable({ rows, onEdit }: RowsProps) {
  const { t } = useTranslation()
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="page-table">
        <TableHead columns={useColumns()} actions={t('campaigns.column.actions')} />
        <tbody className="divide-y divide-line">
          {rows.map((campaign) => (
            <tr key={campaign.id}>
              <th scope="row" className={`${cell} min-w-40 text-left font-medium wrap-anywhere`}>
                {campaign.name}
              </th>
              <td className={`${cell} min-w-44`}>
                <CampaignState campaign={campaign} />
              </td>
              <td className={`${cell} min-w-32 text-muted wrap-anywhere`}>{recipientsName(campaign)}</td>
              <td className={`${cell} min-w-32 text-muted wrap-anywhere`}>{campaign.whatsapp?.name ?? '—'}</td>
              <td className={`${cell} whitespace-nowrap text-muted tabular-nums`}>
                {momentText(campaign.scheduledAt)}
              </td>
              <td className={`${cell} whitespace-nowrap text-muted tabular-nums`}>
                {momentText(campaign.completedAt)}
              </td>
              <td className={`${cell} py-1! whitespace-nowrap text-right`}>
                <CampaignActions campaign={campaign} onEdit={() => onEdit(campaign)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListEnd list={campaigns} hideEnd />
    </div>
  )
}

function useColumns() {
  const { t } = useTranslation()
  const columns = ['name', 'status', 'recipients', 'connection', 'scheduledAt', 'completedAt'] as const
  return columns.map((column) => t(`campaigns.column.${column}`))
}

/** Placeholder of the campaigns while they load. */
export function CampaignSkeleton({ isTable }: { isTable: boolean }) {
  const columns = useColumns()
  return isTable ? <SkeletonTable columns={columns} rows={4} /> : <CardSkeletons rows={3} height={180} />
}

/** Campaigns as cards, for narrow screens. */
export function CampaignCards({ rows, onEdit }: RowsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ul aria-label={t('campaigns.title')} className="flex flex-col gap-3">
        {rows.map((campaign) => (
          <li key={campaign.id} className="rounded-lg border border-line bg-surface py-2 pr-2 pl-4">
            <p className="pt-1 pr-2 font-medium wrap-anywhere">{campaign.name}</p>
            <div className="mt-1 pr-2">
              <CampaignState campaign={campaign} />
            </div>
            <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 pr-2 text-sm">
              <Fact name={t('campaigns.column.recipients')}>{recipientsName(campaign)}</Fact>
              <Fact name={t('campaigns.column.connection')}>{campaign.whatsapp?.name ?? '—'}</Fact>
              {campaign.scheduledAt && (
                <Fact name={t('campaigns.column.scheduledAt')}>{momentText(campaign.scheduledAt)}</Fact>
              )}
              {campaign.completedAt && (
                <Fact name={t('campaigns.column.completedAt')}>{momentText(campaign.completedAt)}</Fact>
              )}
            </dl>
            <div className="mt-1 flex justify-end">
              <CampaignActions campaign={campaign} onEdit={() => onEdit(campaign)} />
            </div>
          </li>
        ))}
      </ul>
      <ListEnd list={campaigns} hideEnd />
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

const recipientsName = ({ contactList, tag }: Campaign) => contactList?.name ?? tag?.name ?? '—'
const momentText = (at: string | null) => (at ? formatDateTime(at) : '—')
