import { FileText, Plus, SendHorizontal, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { IconButton } from '../../../../components/icon-button'
import { classes } from '../../../../lib/classes'
import { fileSize } from '../../../../lib/file-size'
import { useTranslation } from '../../../../lib/use-translation'
import type { Attachment } from '../store/composer'
import { mediaTypeOf } from '../store/local-message'

interface AttachmentsProps {
  attachments: Attachment[]
  onChange: (attachments: Attachment[]) => void
  /** Called when the dialog is closed without sending. */
  onDiscard: () => void
  onAdd: () => void
  onSend: () => void
}

/** Dialog before sending files, with a caption for each. */
export function Attachments({ attachments, onChange, onDiscard, onAdd, onSend }: AttachmentsProps) {
  const { t } = useTranslation()
  const replace = (id: string, caption: string) =>
    onChange(attachments.map((one) => (one.id === id ? { ...one, caption } : one)))
  return (
    <Dialog
      open={attachments.length > 0}
      onClose={onDiscard}
      title={t('tickets.attachTitle', { count: attachments.length })}
      footer={
        <>
          <Button
            icon={<Plus aria-hidden />}
            onClick={onAdd}
            disabled={attachments.length >= limits.filesPerMessage}
            className="mr-auto"
          >
            {t('tickets.addFiles')}
          </Button>
          <Button variant="primary" icon={<SendHorizontal aria-hidden />} onClick={onSend}>
            {t('tickets.send')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-3">
        {attachments.map((attachment, index) => (
          <Item
            key={attachment.id}
            attachment={attachment}
            isFirst={index === 0}
            isAlone={attachments.length === 1}
            onCaption={(caption) => replace(attachment.id, caption)}
            onRemove={() => onChange(attachments.filter(({ id }) => id !== attachment.id))}
            onSend={onSend}
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface ItemProps {
  attachment: Attachment
  isFirst: boolean
  isAlone: boolean
  onCaption: (caption: string) => void
  onRemove: () => void
  onSend: () => void
}

function Item({ attachment: { file, caption }, isFirst, isAlone, onCaption, onRemove, onSend }: ItemProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line p-2">
      <Preview file={file} isAlone={isAlone} />
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{file.name}</span>
          <span className="block text-faint text-xs">{fileSize(file.size)}</span>
        </span>
        <IconButton size="sm" label={t('tickets.removeFile', { name: file.name })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <input
        type="text"
        data-autofocus={isFirst || undefined}
        maxLength={limits.caption.max}
        value={caption}
        placeholder={t('tickets.caption')}
        aria-label={t('tickets.captionOf', { name: file.name })}
        onChange={({ target }) => onCaption(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSend()
        }}
        className="h-control w-full rounded-md border border-line bg-surface px-3 placeholder:text-faint focus:border-accent focus:outline-none"
      />
    </li>
  )
}

/** Picture or video as large as the dialog allows, so that the right file is sent. */
function Preview({ file, isAlone }: { file: File; isAlone: boolean }) {
  const kind = mediaTypeOf(file)
  const url = useMemo(() => (kind === 'image' || kind === 'video' ? URL.createObjectURL(file) : null), [file, kind])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const frame = classes(
    'w-full rounded-sm bg-sunken object-contain',
    isAlone ? 'max-h-[min(26rem,45dvh)]' : 'max-h-[min(14rem,30dvh)]',
  )
  if (url && kind === 'image') return <img src={url} alt="" className={frame} />
  if (url) return <video src={url} muted controls preload="metadata" className={frame} />
  return (
    <span className="flex h-16 items-center justify-center rounded-sm bg-sunken text-muted">
      <FileText aria-hidden className="size-8" />
    </span>
  )
}
