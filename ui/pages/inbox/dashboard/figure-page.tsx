import { Inbox } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useSearch } from 'wouter'
import type { FigureConversation, FigureQuery } from '../../../../src/features/inbox/dashboard/part-model'
import { liveFigureNames, periodFigureNames } from '../../../../src/shared/report-figures'
import { BackLink } from '../../../components/back-link'
import { Badge } from '../../../components/badge'
import { BoxedList } from '../../../components/boxed-list'
import { EmptyState } from '../../../components/empty-state'
import { PageHead } from '../../../components/page-head'
import { QueueLabel } from '../../../components/queue-label'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { paths, toTickets } from '../../../lib/paths'
import { formatDateTime } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ratingText } from './number-texts'

export type Figure = FigureQuery['figure']
/** Filters of the list in the address; `of` is the name of the chosen part. */
export type FigureFilter = Pick<
  FigureQuery,
  'queueId' | 'userId' | 'tagId' | 'whatsappId' | 'campaignId' | 'weekday' | 'hour'
> & { of?: string }

/** The conversations that a figure of the dashboard counts, from the address of a link. */
export function FigurePage() {
  const { t } = useTranslation()
  const search = useSearch()
  const { list, figure, of } = useMemo(() => createFigureList(search), [search])
  const count = useValue(list.count)
  const name = t(`dashboard.figure.${figure}`)
  useTitle(name)
  return (
    <div className="page">
      <BackLink to={paths.home}>{t('dashboard.title')}</BackLink>
      <PageHead
        title={of ? `${name} · ${of}` : name}
        lead={
          <span aria-live="polite">{count === undefined ? '\u00a0' : t('dashboard.conversations', { count })}</span>
        }
      />
      <BoxedList
        list={list}
        label={name}
        skeletonRows={8}
        empty={<EmptyState icon={<Inbox />} title={t('dashboard.nothing')} />}
        render={(row) => <Row row={row} />}
      />
    </div>
  )
}

const figures: Figure[] = [...periodFigureNames, ...liveFigureNames]

/** List of an address; without a figure or period those of the dashboard's first look. */
function createFigureList(search: string) {
  const { of = '', ...chosen } = Object.fromEntries(new URLSearchParams(search)) as Record<string, string>
  const figure = figures.find((name) => name === chosen.figure) ?? 'began'
  const query = { ...('date_from' in chosen || 'period' in chosen ? {} : { days: '7' }), ...chosen, figure }
  const load = async (cursor?: string) => {
    const found = await unwrapResponse(api.dashboard.conversations.get({ query: { ...query, cursor } as never }))
    const { conversations, ...page } = found as {
      conversations: FigureConversation[]
      count: number
      hasMore: boolean
      next: string | null
    }
    return { rows: conversations, ...page }
  }
  return { list: createList<FigureConversation>({ load }), figure, of }
}

function Row({ row }: { row: FigureConversation }) {
  const { contact, queue, queueColor, person, at, isSeen, uuid } = row
  const { t } = useTranslation()
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <span className="min-w-40 flex-1 truncate font-medium">
        {isSeen ? (
          <Link href={toTickets(uuid)} className="hover:underline">
            {contact}
          </Link>
        ) : (
          contact || <span className="text-muted">{t('dashboard.ofColleague')}</span>
        )}
      </span>
      <Marks row={row} />
      <span className="w-36 text-muted">
        <QueueLabel queue={queue === null ? null : { name: queue, color: queueColor ?? '' }} />
      </span>
      <span className="w-36 truncate text-muted">{person ?? t('dashboard.part.none.person')}</span>
      <time dateTime={at} className="text-muted tabular-nums">
        {formatDateTime(at)}
      </time>
    </li>
  )
}

/** Rating and late answers of a conversation. */
function Marks({ row: { rate, nextAnswersLate: late } }: { row: FigureConversation }) {
  const { t } = useTranslation()
  return (
    <>
      {late > 0 && <Badge tone="danger">{t('dashboard.lateAnswers', { count: late })}</Badge>}
      {rate !== null && <span className="text-muted">{t('dashboard.rated', { rate: ratingText(rate) })}</span>}
    </>
  )
}
