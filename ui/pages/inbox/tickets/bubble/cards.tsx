import { Clock, Download, FileText, MapPin, Phone, Smartphone, TriangleAlert, User } from 'lucide-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { withEnding } from '../../../../../src/shared/file-names'
import { fileSize } from '../../../../lib/file-size'
import { useNumberReader } from '../../../../lib/number-reader'
import { showTyped } from '../../../../lib/phone'
import { formatTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { StartButton } from './start-ticket'

const cardStyle = 'flex w-72 max-w-full items-center gap-3 rounded-sm border border-line bg-surface px-3 py-2'

export function DocumentCard({ message }: { message: Message }) {
  const { t } = useTranslation()
  const sent = message.detail?.fileName || message.body || t('tickets.document')
  const name = withEnding(sent, message.detail?.mime ?? '')
  const { size, pages, thumbnail } = message.detail ?? {}
  const details = [extension(name), size && fileSize(size), pages && t('conversation.pages', { count: pages })].filter(
    Boolean,
  )
  return (
    <a
      href={message.mediaUrl ?? undefined}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      title={t('tickets.downloadName', { name })}
      className={`${cardStyle} flex-wrap hover:bg-hover`}
    >
      {thumbnail && (
        <img src={thumbnail} alt="" className="h-28 w-full rounded-sm border border-line object-cover object-top" />
      )}
      <FileText aria-hidden className="size-6 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
        <span className="block text-faint text-xs">{details.join(' · ')}</span>
      </span>
      <span className="sr-only">{t('tickets.download')}</span>
      <Download aria-hidden className="size-4 shrink-0 text-muted" />
    </a>
  )
}

/** File extension in capitals, such as `PDF` for `contrato.final.pdf`. */
const extension = (name: string) => (name.includes('.') ? name.split('.').at(-1)!.slice(0, 5).toUpperCase() : '')

/** Location with the preview sent by WhatsApp and a link to a map; loads nothing from a map service. */
export function LocationCard({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { latitude, longitude, address, thumbnail } = message.detail ?? {}
  if (latitude === undefined || longitude === undefined) return <UnsupportedCard message={message} />
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
      target="_blank"
      rel="noopener noreferrer"
      className={`${cardStyle} flex-wrap hover:bg-hover`}
    >
      {thumbnail && <img src={thumbnail} alt="" className="h-28 w-full rounded-sm object-cover" />}
      <MapPin aria-hidden className="size-6 shrink-0 text-danger" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium">{address || t('tickets.location')}</span>
        {!address && (
          <span className="block text-faint text-xs tabular-nums">
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </span>
        )}
        <span className="block text-info text-xs">{t('tickets.openMap')}</span>
      </span>
    </a>
  )
}

export function ContactCards({ message }: { message: Message }) {
  const { t } = useTranslation()
  const read = useNumberReader()
  const contacts = message.detail?.contacts ?? []
  if (contacts.length === 0) return <p className={cardStyle}>{message.body || t('tickets.contactCard')}</p>
  return (
    <ul className="flex flex-col gap-1">
      {contacts.map(({ name, numbers, emails = [], organisation, lines = [] }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two cards may be equal, and their order never changes.
        <li key={at} className={`${cardStyle} flex-wrap`}>
          <User aria-hidden className="size-6 shrink-0 text-muted" />
          <span className="min-w-40 flex-1">
            <span className="block truncate font-medium">{name || t('tickets.contactCard')}</span>
            {numbers.map((number) => (
              <span key={number} className="block select-text text-faint text-xs tabular-nums">
                {showTyped(number, read)}
              </span>
            ))}
            {emails.map((email) => (
              <a
                key={email}
                href={`mailto:${email}`}
                rel="noopener noreferrer"
                className="block select-text text-info text-xs wrap-anywhere"
              >
                {email}
              </a>
            ))}
            {[organisation, ...lines].filter(Boolean).map((line) => (
              <span key={line} className="block select-text text-faint text-xs wrap-anywhere">
                {line}
              </span>
            ))}
          </span>
          {numbers[0] && <StartButton name={name} number={numbers[0]} />}
        </li>
      ))}
    </ul>
  )
}

/** Call as a centred line. Only a rejected call is certainly missed. */
export function CallLine({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { kind, rang } = message.detail ?? {}
  const missedText = kind === 'video' ? 'tickets.missedVideoCall' : 'tickets.missedCall'
  const text = rang ? (kind === 'video' ? 'tickets.videoCall' : 'tickets.voiceCall') : missedText
  return (
    <p className="mx-auto flex w-fit items-center gap-2 rounded-full border border-line bg-surface px-3 py-1 text-muted text-sm">
      <Phone aria-hidden className="size-3.5" />
      {t(text, { time: formatTime(message.createdAt) })}
    </p>
  )
}

/** Message that cannot be shown: not decrypted yet, viewable on the phone only, or of an unknown kind. */
export function UnsupportedCard({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { Icon, text } = unsupportedReason(message)
  const title = message.mediaType === 'unsupported' ? message.body : ''
  return (
    <div className="max-w-72">
      {title && <p className="whitespace-pre-wrap font-medium wrap-anywhere">{title}</p>}
      <p className="flex items-start gap-2 text-muted text-sm">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t(text)}
      </p>
    </div>
  )
}

function unsupportedReason({ detail }: Message) {
  if (detail?.waiting) return { Icon: Clock, text: 'tickets.waitingText' } as const
  if (detail?.viewOnce) return { Icon: Smartphone, text: 'tickets.viewOnceText' } as const
  return { Icon: TriangleAlert, text: 'tickets.unsupportedText' } as const
}
