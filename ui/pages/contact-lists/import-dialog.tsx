import { Download, FileSpreadsheet } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ContactImport } from '../../../src/features/contact-imports/model'
import type { AppError } from '../../../src/shared/errors'
import { Alert } from '../../components/alert'
import { Button } from '../../components/button'
import { ChooseFile } from '../../components/choose-file'
import { Dialog } from '../../components/dialog'
import { ProgressBar } from '../../components/progress-bar'
import { asFailure, isAborted } from '../../lib/failure'
import { errorText } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { ColumnsForm } from './columns-form'
import { downloadSample, uploadList } from './imports-store'

interface ImportDialogProps {
  listId: number
  /** Import whose columns a person still has to choose; null to choose a file. */
  mapping: ContactImport | null
  onClose: () => void
}

type Stage = { at: 'choose'; failure: AppError | null } | { at: 'upload'; share: number }

/** Import into a list: choose a file, then its columns unless the headings name them. The server does the rest. */
export function ImportDialog({ listId, mapping, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [stage, setStage] = useState<Stage>({ at: 'choose', failure: null })
  const [asked, setAsked] = useState(mapping)
  const [aborter] = useState(() => new AbortController())
  useEffect(() => () => aborter.abort(), [aborter])
  const send = async (file: File) => {
    setStage({ at: 'upload', share: 0 })
    try {
      const onProgress = (share: number) => setStage({ at: 'upload', share })
      const made = await uploadList(listId, file, onProgress, aborter.signal)
      if (made.state === 'mapping') setAsked(made)
      else onClose()
    } catch (thrown) {
      if (!isAborted(thrown)) setStage({ at: 'choose', failure: asFailure(thrown) })
    }
  }
  if (asked?.preview) return <ColumnsForm contactImport={asked} preview={asked.preview} onClose={onClose} />
  return (
    <Dialog
      open
      title={t('contactLists.import')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      {stage.at === 'choose' ? (
        <ChooseFile
          failure={stage.failure && <Alert tone="danger">{errorText(stage.failure)}</Alert>}
          points={[t('contactLists.importColumns'), t('contactLists.importNumbers'), t('contactLists.importOptOuts')]}
          icon={<FileSpreadsheet aria-hidden />}
          accept=".xlsx,.xls,.csv"
          label={t('contactLists.chooseFile')}
          hint={t('contactLists.dropFile')}
          onFile={send}
        >
          <div>
            <Button size="sm" variant="quiet" icon={<Download aria-hidden />} onClick={downloadSample}>
              {t('contactLists.sample')}
            </Button>
          </div>
        </ChooseFile>
      ) : (
        <ProgressBar text={t('contactLists.uploading')} share={stage.share} />
      )}
    </Dialog>
  )
}
