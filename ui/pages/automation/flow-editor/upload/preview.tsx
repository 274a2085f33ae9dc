import { FileText } from 'lucide-react'
import type { FileKind } from '../../../../../src/shared/flow/files'
import { useTranslation } from '../../../../lib/use-translation'
import { useFlowFile } from './known-files'

/** Picture, player or name of the file of a node. */
export function FilePreview({ kind, mediaId, name }: { kind: FileKind; mediaId: string; name: string }) {
  const { t } = useTranslation()
  const file = useFlowFile(mediaId)
  const title = name || file?.name || t('flowBuilder.storedFile')
  if (file && kind === 'image')
    return <img src={file.path} alt={title} className="max-h-40 rounded-md border border-line" />
  if (file && kind === 'video') return <Video path={file.path} title={title} />
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      <p className="flex items-center gap-2 text-sm">
        <FileText aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="truncate">{title}</span>
      </p>
      {/* biome-ignore lint/a11y/useMediaCaption: the company's own recording has no captions. */}
      {file && kind === 'audio' && <audio src={file.path} controls aria-label={title} className="h-10 w-full" />}
    </div>
  )
}

const Video = ({ path, title }: { path: string; title: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: the company's own video has no captions.
  <video src={path} controls aria-label={title} className="max-h-40 rounded-md" />
)
