import { useCallback } from 'react'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { loadOwnVisitReport, loadVisitReport } from '../lib/support'
import { useTranslation } from '../lib/use-translation'
import { VisitReport } from '../pages/platform/audit/visit-report'

interface VisitDialogProps {
  /** A visit to the reader's company, or the reader's own last visit to a company. */
  of: { visit: number } | { company: number }
  onClose: () => void
}

/** Lists what a visit made, when it has ended. */
export function VisitDialog({ of, onClose }: VisitDialogProps) {
  const { t } = useTranslation()
  const isOwn = 'company' in of
  const id = isOwn ? of.company : of.visit
  const load = useCallback(() => (isOwn ? loadOwnVisitReport(id) : loadVisitReport(id)), [isOwn, id])
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('support.made')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <p className="mb-3 text-muted">{t(isOwn ? 'support.madeByYou' : 'support.madeLead')}</p>
      <VisitReport load={load} />
    </Dialog>
  )
}
