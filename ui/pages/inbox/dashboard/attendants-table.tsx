import { useState } from 'react'
import type { Attendant } from '../../../../src/features/inbox/dashboard/model'
import { Avatar } from '../../../components/avatar'
import { ScrollArea } from '../../../components/scroll-area'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { minutesText, numberText, ratingText } from './number-texts'
import { SortHeadings, type SortOrder } from './sort-headings'
import { type Column, columns, sortAttendants } from './sorting'

/** Agents with their figures, sortable by column; nothing without agents. */
export function AttendantsTable({ attendants }: { attendants: Attendant[] }) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<SortOrder<Column>>({ by: 'tickets', down: true })
  if (attendants.length === 0) return null
  return (
    <div className="rounded-lg border border-line bg-surface">
      <h2 className="px-4 py-3 font-semibold">{t('dashboard.attendants')}</h2>
      <ScrollArea
        label={t('dashboard.attendants')}
        className="scroll-hint max-h-96 rounded-none! border-x-0! border-b-0!"
      >
        <table className="w-full min-w-2xl text-sm">
          <thead className="sticky top-0 z-1 bg-surface text-muted table-head-line">
            <SortHeadings
              columns={columns}
              nameOf={(column) => t(`dashboard.column.${column}`)}
              order={order}
              onOrder={setOrder}
            />
          </thead>
          <tbody className="divide-y divide-line">
            {sortAttendants(attendants, order.by, order.down).map((attendant) => (
              <Row key={attendant.id} attendant={attendant} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  )
}

function Row({ attendant }: { attendant: Attendant }) {
  const { t } = useTranslation()
  const { name, online } = attendant
  const cell = 'px-4 py-1.5 text-right tabular-nums'
  return (
    <tr>
      <th scope="row" className="px-4 py-1.5 text-left font-normal">
        <span className="flex items-center gap-2">
          <span className="relative flex">
            <Avatar name={name} size="sm" />
            <span
              className={classes(
                'absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-surface',
                online ? 'bg-good' : 'bg-edge',
              )}
            />
          </span>
          <span className="max-w-52 truncate">{name}</span>
          <span className="sr-only">{online ? t('dashboard.online') : t('dashboard.offline')}</span>
        </span>
      </th>
      <td className={cell}>{numberText(attendant.tickets)}</td>
      <td className={cell}>{minutesText(attendant.avgWaitTime)}</td>
      <td className={cell}>{minutesText(attendant.avgResponseTime)}</td>
      <td className={cell}>{minutesText(attendant.avgSupportTime)}</td>
      <td className={cell}>{ratingText(attendant.rating)}</td>
    </tr>
  )
}
