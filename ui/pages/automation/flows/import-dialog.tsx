import { FileJson } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { ImportedFlow } from '../../../../src/features/automation/flows/files/model'
import type { AppError } from '../../../../src/shared/errors'
import type { Fault } from '../../../../src/shared/flow/fault'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { ChooseFile } from '../../../components/choose-file'
import { Dialog } from '../../../components/dialog'
import { asFailure, isAborted } from '../../../lib/failure'
import { fileSize } from '../../../lib/file-size'
import { faultText } from '../../../lib/flow-faults'
import { toFlow } from '../../../lib/paths'
import { errorText } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { ImportNotes } from './import-notes'
import { importFlow } from './transfer'

type Stage = { at: 'choose'; failure: AppError | null } | { at: 'sending' } | { at: 'done'; imported: ImportedFlow }

/** Import of a flow: choose a file, then read what could not be taken over. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [stage, setStage] = useState<Stage>({ at: 'choose', failure: null })
  const [request] = useState(() => new AbortController())
  useEffect(() => () => request.abort(), [request])
  const send = async (file: File) => {
    setStage({ at: 'sending' })
    try {
      setStage({ at: 'done', imported: await importFlow(file, request.signal) })
    } catch (thrown) {
      if (!isAborted(thrown)) setStage({ at: 'choose', failure: asFailure(thrown) })
    }
  }
  const footer =
    stage.at === 'done' ? (
      <>
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button variant="primary" data-autofocus onClick={() => navigate(toFlow(stage.imported.flow.id))}>
          {t('flowTransfer.open')}
        </Button>
      </>
    ) : (
      <Button onClick={onClose}>{t('common.cancel')}</Button>
    )
  return (
    <Dialog open title={t('flowTransfer.importTitle')} onClose={onClose} footer={footer}>
      {stage.at === 'choose' && (
        <ChooseFile
          failure={stage.failure && <Failure failure={stage.failure} />}
          points={[
            t('flowTransfer.importKinds'),
            t('flowTransfer.importDraft'),
            t('flowTransfer.importWhole'),
            t('flowTransfer.importLimit', { limit: fileSize(limits.flowFile) }),
          ]}
          icon={<FileJson aria-hidden />}
          accept=".json,application/json"
          label={t('flowTransfer.choose')}
          hint={t('flowTransfer.drop')}
          onFile={(file) => void send(file)}
        />
      )}
      {stage.at === 'sending' && (
        <p role="status" className="py-4 text-muted">
          {t('flowTransfer.sending')}
        </p>
      )}
      {stage.at === 'done' && <ImportNotes imported={stage.imported} />}
    </Dialog>
  )
}

/** Reason and place of a refused file. */
function Failure({ failure }: { failure: AppError }) {
  const { t } = useTranslation()
  const fault = failure.detail.fault as Fault | undefined
  if (failure.code !== 'ERR_FLOW_FILE' || !fault) return <Alert tone="danger">{errorText(failure)}</Alert>
  const [, line, column] = /^(\d+):(\d+)$/.exec(fault.place) ?? []
  const place = line ? t('flowTransfer.placeOfText', { line, column }) : t('flowTransfer.place', { place: fault.place })
  return (
    <Alert tone="danger" title={errorText(failure)}>
      <p>{faultText(t, fault)}</p>
      {fault.place && <p className="wrap-anywhere">{place}</p>}
    </Alert>
  )
}
