import { ClipboardList, Download, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../components/button'
import { EmptyState } from '../../components/empty-state'
import { InfiniteList } from '../../components/infinite-list'
import { SkeletonRows } from '../../components/skeleton'
import { useQueues } from '../../lib/queues'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { Filters } from './filters'
import { Line } from './line'
import { filter, isNarrow, lines, saveLines, showAll } from './store'

export function Log() {
  const { t } = useTranslation()
  useEffect(() => void lines.reload(), [])
  useQueues() // lines name them
  return (
    <>
      <Filters />
      <div className="mb-2 flex justify-end">
        <Button size="sm" icon={<Download aria-hidden />} onClick={() => void saveLines()}>
          {t('audit.save')}
        </Button>
      </div>
      <div className="rounded-lg border border-line bg-surface">
        <InfiniteList
          list={lines}
          label={t('audit.log')}
          className="divide-y divide-line"
          skeleton={<SkeletonRows rows={8} avatar={false} />}
          empty={<Nothing />}
          render={(line) => <Line line={line} />}
        />
      </div>
    </>
  )
}

function Nothing() {
  const { t } = useTranslation()
  if (!isNarrow(useValue(filter)))
    return <EmptyState icon={<ClipboardList />} title={t('audit.emptyTitle')} text={t('audit.emptyText')} />
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('audit.noneTitle')}
      action={<Button onClick={showAll}>{t('audit.showAll')}</Button>}
    />
  )
}
