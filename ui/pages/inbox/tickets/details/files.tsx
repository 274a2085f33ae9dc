import { Download, FileText, Mic, Play } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { Button } from '../../../../components/button'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonText } from '../../../../components/skeleton'
import { api, unwrapResponse } from '../../../../lib/api'
import { createList, useList } from '../../../../lib/list'
import { useLive } from '../../../../lib/realtime'
import { byNewestId } from '../../../../lib/sort-order'
import { formatDate } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { downloadName } from '../bubble/download-link'
import { openLightbox } from '../bubble/lightbox-state'
import { mayBeShown } from '../bubble/media-state'
import { useMediaUrl } from '../bubble/use-media-url'

const filesOf = (contactId: number) =>
  createList<Message>({
    load: async (cursor) => {
      const { messages, ...page } = await unwrapResponse(
        api.contacts({ id: contactId }).media.get({ query: { cursor } }),
      )
      return { rows: messages, ...page }
    },
    compare: byNewestId,
    pagedBy: byNewestId,
  })

/** Pictures, videos and documents of a contact, newest first. */
export function Files({ contactId }: { contactId: number }) {
  const { t } = useTranslation()
  const [list] = useState(() => filesOf(contactId))
  const { rows, state, failure, hasMore } = useList(list)
  useEffect(() => void list.more(), [list])
  useLive(
    {
      appMessage(event) {
        if (event.action === 'delete') return list.drop(event.messageId)
        const { message } = event
        if (message.contactId !== contactId) return
        if (message.isDeleted || !message.mediaUrl) list.drop(message.id)
        else list.receiveEvent(message)
      },
    },
    list.reload,
  )
  if (rows.length === 0) {
    if (state === 'failed') return <ErrorState failure={failure} onRetry={() => list.reload()} />
    if (state === 'ready') return <p className="text-faint text-sm">{t('details.noFiles')}</p>
    return <SkeletonText className="text-faint text-sm">{t('details.noFiles')}</SkeletonText>
  }
  return (
    <>
      <ul aria-label={t('details.files')} className="grid grid-cols-4 gap-1">
        {rows.map((message) => (
          <li key={message.id} className="aspect-square">
            <File message={message} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="sm" busy={state === 'loading'} onClick={() => list.more()}>
          {t('details.moreFiles')}
        </Button>
      )}
    </>
  )
}

const tile =
  'flex size-full flex-col items-center justify-center gap-1 overflow-hidden rounded-md border border-line bg-ground text-muted hover:bg-hover [&_svg]:size-5'

function File({ message }: { message: Message }) {
  const { t } = useTranslation()
  const name = message.detail?.fileName ?? ''
  const label = t('details.fileOf', {
    name: name || t(`details.kind.${kindOf(message)}`),
    date: formatDate(message.createdAt),
  })
  const { url, isBroken, onError } = useMediaUrl(message.mediaUrl ?? '')
  const isPicture = message.mediaType === 'image' || message.mediaType === 'sticker'
  if (isPicture && !isBroken)
    return (
      <button type="button" aria-label={label} title={label} onClick={() => openLightbox(message)} className={tile}>
        <img src={url} alt="" loading="lazy" onError={onError} className="size-full object-cover" />
      </button>
    )
  const shown = name || formatDate(message.createdAt)
  // A picture or video that the browser cannot show is saved; other files open beside the page.
  if (isPicture || (message.mediaType === 'video' && !mayBeShown(message))) {
    const action = t('tickets.downloadName', { name: label })
    return <FileLink message={message} label={action} shown={shown} icon={<Download aria-hidden />} isSaved />
  }
  return <FileLink message={message} label={label} shown={shown} icon={<Icon message={message} />} />
}

interface FileLinkProps {
  message: Message
  label: string
  /** Text of the tile. */
  shown: string
  icon: ReactNode
  isSaved?: boolean
}

const FileLink = ({ message, label, shown, icon, isSaved = false }: FileLinkProps) => (
  <a
    href={message.mediaUrl ?? ''}
    target={isSaved ? undefined : '_blank'}
    rel="noreferrer"
    download={isSaved ? downloadName(message) : undefined}
    aria-label={label}
    title={label}
    className={tile}
  >
    {icon}
    <span className="w-full truncate px-1 text-center text-xs">{shown}</span>
  </a>
)

type Kind = 'image' | 'video' | 'audio' | 'document'
const kindOf = ({ mediaType }: Message): Kind =>
  mediaType === 'video' || mediaType === 'audio' ? mediaType : mediaType === 'application' ? 'document' : 'image'

function Icon({ message }: { message: Message }) {
  const kind = kindOf(message)
  if (kind === 'video') return <Play aria-hidden />
  return kind === 'audio' ? <Mic aria-hidden /> : <FileText aria-hidden />
}
