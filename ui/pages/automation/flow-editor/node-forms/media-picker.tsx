import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { type FileKind, flowFiles } from '../../../../../src/shared/flow/files'
import { Button } from '../../../../components/button'
import { asFailure } from '../../../../lib/failure'
import { errorText } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { FilePreview } from '../upload/preview'
import { uploadFlowFile } from '../upload/upload-file'
import { VoiceNotice } from '../upload/voice-notice'

interface MediaPickerProps {
  type: 'img' | 'audio' | 'video' | 'document'
  /** Id of the stored file; empty before one is chosen. */
  mediaId: string
  /** Original name of the file. */
  name: string
  /** True for an audio that shall be sent as a voice message. */
  asVoice?: boolean
  onPick: (mediaId: string, name: string) => void
}

/** The chosen file of a node, and a button that uploads another. */
export function MediaPicker({ type, mediaId, name, asVoice, onPick }: MediaPickerProps) {
  const { t } = useTranslation()
  const kind = type === 'img' ? 'image' : type
  const input = useRef<HTMLInputElement>(null)
  const { send, percent, problem } = useUpload(kind, onPick)
  const label = t(mediaId === '' ? 'flowFiles.choose' : 'flowFiles.replace')
  const pick = (file: File | undefined) => {
    if (file) void send(file)
    if (input.current) input.current.value = ''
  }
  return (
    <div className="flex flex-col items-start gap-2">
      {mediaId === '' ? (
        <p className="text-muted text-sm">{t('flowBuilder.noFile')}</p>
      ) : (
        <FilePreview kind={kind} mediaId={mediaId} name={name} />
      )}
      <input
        ref={input}
        type="file"
        accept={flowFiles[kind].accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => pick(target.files?.[0])}
      />
      <Button size="sm" icon={<Upload aria-hidden />} busy={percent !== null} onClick={() => input.current?.click()}>
        {percent === null ? label : t('flowFiles.sending', { percent })}
      </Button>
      {problem ? (
        <p role="alert" className="text-danger-ink text-sm">
          {problem}
        </p>
      ) : (
        <p className="text-faint text-sm">{t(`flowFiles.hints.${kind}`)}</p>
      )}
      {asVoice && <VoiceNotice mediaId={mediaId} onPick={(file) => onPick(file.mediaId, file.name)} />}
    </div>
  )
}

/** Uploads one file at a time; `percent` is null while none is being sent. */
function useUpload(kind: FileKind, onPick: MediaPickerProps['onPick']) {
  const { t } = useTranslation()
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (file: File) => {
    setProblem(null)
    setPercent(0)
    try {
      const { mediaId, name } = await uploadFlowFile(file, kind, (share) => setPercent(Math.round(share * 100)))
      onPick(mediaId, name)
    } catch (thrown) {
      const { code } = asFailure(thrown)
      if (code === 'ERR_TOO_LARGE') setProblem(t(`flowFiles.tooLarge.${kind}`))
      else setProblem(code === 'ERR_MEDIA_TYPE' ? t(`flowFiles.hints.${kind}`) : errorText(thrown))
    } finally {
      setPercent(null)
    }
  }
  return { send, percent, problem }
}
