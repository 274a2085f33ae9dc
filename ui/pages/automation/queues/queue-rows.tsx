import { ListTree, Pencil, Trash2 } from 'lucide-react'
import type { Queue } from '../../../../src/features/automation/queues/model'
import { ColorDot } from '../../../components/color-dot'
import { IconButton } from '../../../components/icon-button'
import { CardSkeletons } from '../../../components/skeleton'
import { SkeletonTable } from '../../../components/skeleton-table'
import { TableHead } from '../../../components/table-head'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import type { QueueRowsProps } from './queues-page'

const cell = 'px-4 py-2 align-middle'

export function QueueTable({ rows, membersOf, numbersOf, ...verbs }: QueueRowsProps) {
  const { t } = useTranslation()
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="page-table">
        <TableHead columns={useColumns()} actions={t('queues.actions')} />
        <tbody className="divide-y divide-line">
          {rows.map((queue) => (
            <tr key={queue.id}>
              <td className={`${cell} text-muted tabular-nums`}>{queue.id}</td>
              <th scope="row" className={`${cell} min-w-56 text-left font-normal`}>
                <QueueName queue={queue} numbers={numbersOf(queue)} />
              </th>
              <td className={`${cell} text-muted tabular-nums`}>{queue.orderQueue}</td>
              <td className={`${cell} w-1/4 max-w-0 text-muted`}>
                <span className="block truncate">{queue.greetingMessage || '—'}</span>
              </td>
              <td className={`${cell} w-1/3 max-w-0`}>
                <Members names={membersOf(queue)} />
              </td>
              <td className={`${cell} py-1! whitespace-nowrap text-right`}>
                <Actions queue={queue} {...verbs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [t('queues.id'), t('queues.name'), t('queues.order'), t('queues.greeting'), t('queues.members')]
}

/** Placeholder of the queues while they load. */
export function QueueSkeleton({ isTable }: { isTable: boolean }) {
  const columns = useColumns()
  return isTable ? <SkeletonTable columns={columns} rows={3} /> : <CardSkeletons rows={3} height={118} />
}

/** Queues as cards, for narrow screens. */
export function QueueCards({ rows, membersOf, numbersOf, ...verbs }: QueueRowsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('queues.title')} className="flex flex-col gap-3">
      {rows.map((queue) => (
        <li key={queue.id} className="rounded-lg border border-line bg-surface py-2 pr-2 pl-4">
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <QueueName queue={queue} numbers={numbersOf(queue)} />
            </div>
            <Actions queue={queue} {...verbs} />
          </div>
          <p className="text-faint text-sm tabular-nums">
            {t('queues.id')} {queue.id} · {t('queues.order')} {queue.orderQueue}
          </p>
          {queue.greetingMessage && <p className="truncate text-muted text-sm">{queue.greetingMessage}</p>}
          <Members names={membersOf(queue)} />
        </li>
      ))}
    </ul>
  )
}

function QueueName({ queue: { name, color }, numbers }: { queue: Queue; numbers: string[] | null }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-3">
      <ColorDot color={color} className="size-3" />
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        {numbers && (
          <span className={classes('block text-sm', numbers.length > 0 ? 'text-muted' : 'text-warn')}>
            {numbers.length > 0 ? numbers.join(', ') : t('queues.noNumber')}
          </span>
        )}
      </span>
    </span>
  )
}

function Members({ names }: { names: string[] | null }) {
  const { t } = useTranslation()
  if (names === null) return null
  const text = names.length > 0 ? names.join(', ') : t('queues.noMembers')
  return (
    <span title={text} className={`block truncate text-sm ${names.length > 0 ? 'text-muted' : 'text-faint'}`}>
      {text}
    </span>
  )
}

type ActionsProps = { queue: Queue } & Omit<QueueRowsProps, 'rows' | 'membersOf' | 'numbersOf'>

function Actions({ queue, onEdit, onOptions, onRemove }: ActionsProps) {
  const { t } = useTranslation()
  const { name } = queue
  return (
    <span className="inline-flex">
      <IconButton label={t('queues.optionsOf', { name })} onClick={() => onOptions(queue)}>
        <ListTree aria-hidden />
      </IconButton>
      <IconButton label={t('queues.editOf', { name })} onClick={() => onEdit(queue)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('queues.deleteOf', { name })} tone="danger" onClick={() => onRemove(queue)}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  )
}
