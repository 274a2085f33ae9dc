import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ChatFile } from '../../../../src/features/inbox/chats/model'
import { withEnding } from '../../../../src/shared/file-names'
import { Dialog } from '../../../components/dialog'
import { fileSize } from '../../../lib/file-size'
import { useTranslation } from '../../../lib/use-translation'
import { mediaKind } from '../tickets/bubble/media-kind'
import { pictureSize } from '../tickets/bubble/picture-size'
import { useMediaUrl } from '../tickets/bubble/use-media-url'

/** File of a message: a picture that opens large, a player, or name, size and a link that saves it. */
export function FileContent({ file }: { file: ChatFile }) {
  const { url, isBroken, onError } = useMediaUrl(file.url)
  if (isBroken) return <FileRow file={file} />
  if (file.mediaType === 'image') return <Picture file={file} url={url} onError={onError} />
  if (file.mediaType === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: colleagues send no captions with their videos.
      <video
        src={url}
        controls
        playsInline
        preload="metadata"
        onError={onError}
        className="mb-1 w-72 max-w-full rounded-sm"
      />
    )
  if (file.mediaType !== 'audio') return <FileRow file={file} />
  return (
    <span className="flex flex-col gap-1">
      {/* biome-ignore lint/a11y/useMediaCaption: colleagues send no captions with their sounds. */}
      <audio src={url} controls preload="metadata" onError={onError} className="w-64 max-w-full" />
      <FileRow file={file} />
    </span>
  )
}

interface PictureProps {
  file: ChatFile
  url: string
  onError: () => void
}

function Picture({ file, url, onError }: PictureProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const thumbnail = file.thumbnail && { backgroundImage: `url("${file.thumbnail}")`, backgroundSize: 'cover' }
  return (
    <>
      <button
        type="button"
        aria-label={t('chats.openPicture', { name: file.fileName })}
        onClick={() => setOpen(true)}
        style={{ ...pictureSize(file), ...thumbnail }}
        className="mb-1 block overflow-hidden rounded-sm bg-sunken"
      >
        <img src={url} alt="" decoding="async" onError={onError} className="size-full object-cover" />
      </button>
      <Dialog
        open={isOpen}
        size="lg"
        title={file.fileName}
        onClose={() => setOpen(false)}
        footer={<SaveLink file={file} />}
      >
        <img src={url} alt={file.fileName} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
      </Dialog>
    </>
  )
}

/** Icon, name and size of a file, with the link that saves it. */
function FileRow({ file }: { file: ChatFile }) {
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <span className="shrink-0 text-muted">{mediaKind(file.mediaType)?.icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-medium text-sm">{file.fileName}</span>
        <span className="block text-faint text-xs">{fileSize(file.size)}</span>
      </span>
      <SaveLink file={file} />
    </span>
  )
}

function SaveLink({ file: { url, fileName, mime } }: { file: ChatFile }) {
  const { t } = useTranslation()
  return (
    <a
      href={url}
      download={withEnding(fileName, mime)}
      aria-label={t('chats.save', { name: fileName })}
      className="inline-flex size-control shrink-0 items-center justify-center rounded-md border border-line bg-surface text-ink hover:bg-hover [&_svg]:size-4"
    >
      <Download aria-hidden />
    </a>
  )
}
