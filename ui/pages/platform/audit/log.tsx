import { ClipboardList, Download, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { BoxedList } from '../../../components/boxed-list'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { Can } from '../../../lib/can'
import { useQueues } from '../../../lib/queues'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Filters } from './filters'
import { LogLine } from './log-line'
import { auditFilter, auditLines, clearAuditFilter, downloadAuditLines, hasAuditFilter } from './store'

export function Log() {
  const { t } = useTranslation()
  useEffect(() => void auditLines.reload(), [])
  useQueues() // log lines show queue names
  return (
    <>
      <Filters />
      <Can do="audit:export">
        <div className="mb-2 flex justify-end">
          <Button size="sm" icon={<Download aria-hidden />} onClick={() => void downloadAuditLines()}>
            {t('audit.save')}
          </Button>
        </div>
      </Can>
      <BoxedList
        list={auditLines}
        label={t('audit.log')}
        skeletonRows={8}
        empty={<NoLines />}
        render={(line) => <LogLine line={line} />}
      />
    </>
  )
}

function NoLines() {
  const { t } = useTranslation()
  if (!hasAuditFilter(useValue(auditFilter)))
    return <EmptyState icon={<ClipboardList />} title={t('audit.emptyTitle')} text={t('audit.emptyText')} />
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('audit.noneTitle')}
      action={<Button onClick={clearAuditFilter}>{t('audit.showAll')}</Button>}
    />
  )
}
