import { FlaskConical, ListChecks } from 'lucide-react'
import { Button } from '../../../../components/button'
import { EmptyState } from '../../../../components/empty-state'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { useTranslation } from '../../../../lib/use-translation'
import type { FlowDocument } from '../editor/document'
import { CaseRow } from './case-row'
import { useCases } from './use-cases'

/** Test cases of the flow: conversations that must end in the same place; they run at every publication. */
export function CasesPanel({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const cases = useCases(document)
  if (cases.failure && !cases.rows) return <ErrorState failure={cases.failure} onRetry={cases.reload} />
  if (!cases.rows) return <SkeletonRows rows={4} avatar={false} />
  if (cases.rows.length === 0)
    return <EmptyState icon={<FlaskConical />} title={t('flowCases.none')} text={t('flowCases.noneText')} />
  return (
    <div className="flex flex-col gap-3 p-3">
      <p className="text-faint text-sm">{t('flowCases.lead')}</p>
      <Button busy={cases.isBusy} icon={<ListChecks aria-hidden />} onClick={() => void cases.check()}>
        {t('flowCases.check')}
      </Button>
      <ul className="flex flex-col gap-2" aria-label={t('flowCases.title')}>
        {cases.rows.map((row) => (
          <CaseRow key={row.id} row={row} cases={cases} />
        ))}
      </ul>
    </div>
  )
}
