import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { toFlow } from '../../../lib/paths'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { FlowDocument } from './editor/document'

/**
 * Asks what to do when another user saved the flow since it was loaded. No choice loses work: the own changes replace the
 * saved draft, become a copy, or stay one step of undo away.
 */
export function ConflictDialog({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  if (useValue(document.failure)?.code !== 'ERR_FLOW_CHANGED') return null
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch(toastError)
    setBusy(false)
  }
  const overwrite = async () => {
    if (await document.save(true)) toastSuccess(t('flowBuilder.saved'))
  }
  const copy = async () => {
    const id = await document.saveAsCopy()
    document.dismiss()
    navigate(toFlow(id))
  }
  const choice = (title: string, text: string, work: () => Promise<unknown>) => (
    <li className="flex flex-wrap items-center gap-3 rounded-md border border-line p-3">
      <p className="min-w-0 flex-1 basis-48 text-muted text-sm">{text}</p>
      <Button busy={busy} onClick={() => run(work)}>
        {title}
      </Button>
    </li>
  )
  return (
    <Dialog
      open
      title={t('flowBuilder.conflict')}
      onClose={document.dismiss}
      footer={<Button onClick={document.dismiss}>{t('flowBuilder.goOn')}</Button>}
    >
      <p className="mb-4">{t('flowBuilder.conflictText')}</p>
      <ul className="flex flex-col gap-2">
        {choice(t('flowBuilder.saveCopy'), t('flowBuilder.saveCopyText'), copy)}
        {choice(t('flowBuilder.openStored'), t('flowBuilder.openStoredText'), document.openStored)}
        {choice(t('flowBuilder.overwrite'), t('flowBuilder.overwriteText'), overwrite)}
      </ul>
    </Dialog>
  )
}
