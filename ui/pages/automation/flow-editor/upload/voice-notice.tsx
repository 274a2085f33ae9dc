import { useState } from 'react'
import { mayBeVoice } from '../../../../../src/shared/flow/files'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { type KnownFile, useFlowFile } from './known-files'
import { type UploadedFile, uploadFlowFile } from './upload-file'
import { toVoiceNote } from './voice-note'

/** Says that an MP3 is no voice message, and offers to convert it. Empty for recordings that may be one. */
export function VoiceNotice({ mediaId, onPick }: { mediaId: string; onPick: (file: UploadedFile) => void }) {
  const { t } = useTranslation()
  const file = useFlowFile(mediaId)
  const [state, setState] = useState<'idle' | 'busy' | 'impossible'>('idle')
  if (!file || mayBeVoice(file.mime)) return null
  const convert = async () => {
    setState('busy')
    try {
      const converted = await convertFile(file)
      if (converted) onPick(converted)
      setState(converted ? 'idle' : 'impossible')
    } catch (thrown) {
      toastError(thrown)
      setState('idle')
    }
  }
  return (
    <Alert tone="warn">
      <p>{t(state === 'impossible' ? 'flowFiles.notConverted' : 'flowFiles.noVoice')}</p>
      {state !== 'impossible' && (
        <Button size="sm" className="mt-2" busy={state === 'busy'} onClick={convert}>
          {t('flowFiles.convert')}
        </Button>
      )}
    </Alert>
  )
}

async function convertFile({ path, name, picked }: KnownFile): Promise<UploadedFile | null> {
  const recording = picked ?? (await (await fetch(path)).blob())
  const note = await toVoiceNote(recording, name)
  return note && uploadFlowFile(note, 'audio')
}
