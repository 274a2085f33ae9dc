import { useState } from 'react'
import { Link } from 'wouter'
import type { Gap } from '../../src/features/automation/first-steps/model'
import { Alert } from '../components/alert'
import { useCan } from '../lib/can'
import { connections } from '../lib/connections'
import { paths } from '../lib/paths'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { gaps, useSteps } from './store'

interface NoticeProps {
  /** Kinds to show; all without it. */
  kinds?: Gap['kind'][]
  className?: string
}

/** Says which numbers, queues and people are not connected, each with the way to connect it; for admins. */
export function GapNotice(props: NoticeProps) {
  return useCan('settings:edit') ? <Notice {...props} /> : null
}

/** Gaps shown before "show all". */
const firstShown = 4

function Notice({ kinds, className }: NoticeProps) {
  const { t } = useTranslation()
  useSteps()
  const [showsAll, setShowsAll] = useState(false)
  const found = useValue(gaps).filter(({ kind }) => !kinds || kinds.includes(kind))
  if (found.length === 0) return null
  const shown = showsAll ? found : found.slice(0, firstShown)
  return (
    <section aria-label={t('gaps.title')} className={className}>
      <Alert tone="warn" title={t('gaps.title')}>
        <ul className="flex flex-col gap-1.5">
          {shown.map((gap) => (
            <li key={`${gap.kind} ${gap.id}`}>
              {t(`gaps.texts.${gap.kind}`, { name: gap.name })}{' '}
              <Link href={targetOf(gap)} className="font-medium underline underline-offset-2">
                {t(`gaps.actions.${gap.kind}`)}
              </Link>
            </li>
          ))}
        </ul>
        {shown.length < found.length && (
          <button
            type="button"
            onClick={() => setShowsAll(true)}
            className="mt-1.5 font-medium underline underline-offset-2"
          >
            {t('gaps.showAll', { count: found.length })}
          </button>
        )}
      </Alert>
    </section>
  )
}

/** Screen where the gap is closed, with the form of the row open. */
function targetOf({ kind, id }: Gap): string {
  if (kind === 'connectionWithoutQueue') return `${paths.connections}?edit=${id}`
  if (kind === 'personWithoutTickets') return `${paths.users}?edit=${id}`
  if (kind === 'queueWithoutPeople') return paths.users
  const numbers = connections.rows.peek()
  const number = numbers.find(({ isDefault }) => isDefault) ?? numbers[0]
  return number ? `${paths.connections}?edit=${number.id}` : paths.connections
}
