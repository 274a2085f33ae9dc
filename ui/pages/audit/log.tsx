import { ClipboardList, Download, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { BoxedList } from '../../components/boxed-list'
import { Button } from '../../components/button'
import { EmptyState } from '../../components/empty-state'
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
      <BoxedList
        list={lines}
        label={t('audit.log')}
        awaited={8}
        empty={<Nothing />}
        render={(line) => <Line line={line} />}
      />
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
