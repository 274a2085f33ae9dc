import { Download, FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ContactImport } from '../../src/features/contacts/imports/model'
import type { AppError } from '../../src/shared/errors'
import { Alert } from '../components/alert'
import { Button } from '../components/button'
import { ChooseFile } from '../components/choose-file'
import { Dialog } from '../components/dialog'
import { ProgressBar } from '../components/progress-bar'
import { asFailure, isAborted } from '../lib/failure'
import { errorText } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import type { ImportStore } from './import-store'
import { PreviewForm } from './preview-form'

interface ImportDialogProps {
  store: ImportStore
  /** Facts about the place the people go to, such as the treatment of people who are there already. */
  points: string[]
  /** Import whose columns a person still has to choose; null to choose a file. */
  mapping: ContactImport | null
  /** Offers the sample spreadsheet. */
  onSample?: () => void
  onClose: () => void
}

type Stage = { at: 'choose'; failure: AppError | null } | { at: 'upload'; share: number }

/** Import of people: choose a file, check its columns and first people, begin. The server does the rest. */
export function ImportDialog({ store, points, mapping, onSample, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [stage, setStage] = useState<Stage>({ at: 'choose', failure: null })
  const [asked, setAsked] = useState(mapping)
  const [aborter] = useState(() => new AbortController())
  useEffect(() => () => aborter.abort(), [aborter])
  const send = async (file: File) => {
    setStage({ at: 'upload', share: 0 })
    try {
      const onProgress = (share: number) => setStage({ at: 'upload', share })
      setAsked(await store.send(file, onProgress, aborter.signal))
    } catch (thrown) {
      if (!isAborted(thrown)) setStage({ at: 'choose', failure: asFailure(thrown) })
    }
  }
  if (asked?.preview) return <PreviewForm store={store} made={asked} first={asked.preview} onClose={onClose} />
  return (
    <Dialog
      open
      title={t('contactImport.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      {stage.at === 'choose' ? (
        <ChooseFile
          failure={stage.failure && <Alert tone="danger">{errorText(stage.failure)}</Alert>}
          points={[t('contactImport.files'), t('contactImport.columnsPoint'), ...points]}
          icon={<FileSpreadsheet aria-hidden />}
          accept=".xlsx,.xls,.ods,.csv,.txt,.tsv,.vcf,.htm,.html,.xml"
          label={t('contactImport.chooseFile')}
          hint={t('contactImport.dropFile')}
          onFile={send}
        >
          {onSample && <SampleButton onSample={onSample} />}
        </ChooseFile>
      ) : (
        <ProgressBar text={t('contactImport.uploading')} share={stage.share} />
      )}
    </Dialog>
  )
}

const SampleButton = ({ onSample }: { onSample: () => void }): ReactNode => {
  const { t } = useTranslation()
  return (
    <div>
      <Button size="sm" variant="quiet" icon={<Download aria-hidden />} onClick={onSample}>
        {t('contactImport.sample')}
      </Button>
    </div>
  )
}
