import { FileText } from 'lucide-react'
import { useTranslation } from '../../../lib/use-translation'

interface MediaPickerProps {
  type: 'img' | 'audio' | 'video'
  /** Id of the stored file; empty before one is chosen. */
  mediaId: string
  /** Original name of the file. */
  name: string
  onPick: (mediaId: string, name: string) => void
}

/** The chosen file of a node, and a button that uploads another. */
export function MediaPicker({ mediaId, name }: MediaPickerProps) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      <FileText aria-hidden className="size-4" />
      {mediaId === '' ? t('flowBuilder.noFile') : name || t('flowBuilder.storedFile')}
    </p>
  )
}
