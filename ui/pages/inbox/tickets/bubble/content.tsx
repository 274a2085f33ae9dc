import { Ban, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { WhatsAppText } from '../../../../whatsapp-text/whatsapp-text'
import { foundWords } from '../store/found-words'
import type { Bubble } from '../store/rows'
import { AdCard } from './ad-card'
import { BodyText } from './body-text'
import { ContactCards, DocumentCard, LocationCard, UnsupportedCard } from './cards'
import { Facts, hasFacts, PollCard } from './facts'
import { LinkCard } from './link-card'
import { FailedMedia, PendingMedia } from './media-state'
import { TimeSpace } from './meta'
import { nextVoiceNote } from './next-voice-note'
import { Picture, Sticker, VideoClip } from './picture'
import { Uploading } from './uploading'
import { VoiceNote } from './voice-note'

interface ContentProps {
  entry: Bubble
  onBroken: () => void
}

/** Content of a bubble: file or card, then text. Agents still see the text of a deleted message, struck through. */
export function Content({ entry, onBroken }: ContentProps) {
  const { t } = useTranslation()
  const { message } = entry
  const words = useValue(foundWords)
  if (message.isDeleted)
    return (
      <div className="text-muted">
        <p className="flex items-center gap-1.5 text-sm italic">
          <Ban aria-hidden className="size-3.5" />
          {t('tickets.deleted')}
        </p>
        {message.body && (
          <div className="line-through">
            <WhatsAppText text={message.body} />
          </div>
        )}
      </div>
    )
  const text = caption(message)
  return (
    <>
      {message.detail?.viewOnce && (
        <p className="flex items-center gap-1.5 pb-0.5 text-muted text-xs">
          <EyeOff aria-hidden className="size-3.5" />
          {t('tickets.viewOnce')}
        </p>
      )}
      {message.detail?.ad && <AdCard ad={message.detail.ad} />}
      <Media entry={entry} onBroken={onBroken} />
      {entry.sending?.progress !== null && entry.sending && <Uploading sending={entry.sending} />}
      {message.detail?.link && <LinkCard link={message.detail.link} />}
      {isSpoken(message) && <p className="pt-1 text-muted text-xs">{t('tickets.spokenText')}</p>}
      {text && (
        <BodyText
          text={text}
          found={words}
          mentions={message.detail?.mentions}
          end={hasFacts(message) ? null : <TimeSpace message={message} />}
        />
      )}
      <Facts message={message} />
    </>
  )
}

/** True for a voice note of a prompt's voice: its body is what it says, which the customer does not read. */
const isSpoken = ({ mediaType, body, fromMe }: Message) => mediaType === 'audio' && fromMe && body !== ''

/** Text below a file or card; '' if the card already shows it. */
function caption({ mediaType, body, detail }: Message): string {
  if (detail?.poll) return ''
  if (['locationMessage', 'contactMessage', 'sticker', 'unsupported', 'call_log'].includes(mediaType)) return ''
  return mediaType !== 'chat' && body === detail?.fileName ? '' : body
}

function Media({ entry: { key, message }, onBroken }: ContentProps): ReactNode {
  switch (message.mediaType) {
    case 'chat':
      return message.detail?.poll ? <PollCard poll={message.detail.poll} /> : null
    case 'call_log':
      return null
    case 'unsupported':
      return <UnsupportedCard message={message} />
    case 'locationMessage':
      return <LocationCard message={message} />
    case 'contactMessage':
      return <ContactCards message={message} />
  }
  if (message.mediaStatus === 'failed') return <FailedMedia message={message} />
  if (!message.mediaUrl) return <PendingMedia message={message} />
  switch (message.mediaType) {
    case 'image':
      return <Picture message={message} onBroken={onBroken} />
    case 'video':
      return <VideoClip message={message} onBroken={onBroken} />
    case 'sticker':
      return <Sticker message={message} onBroken={onBroken} />
    case 'audio':
      return (
        <VoiceNote
          id={key}
          url={message.mediaUrl}
          seconds={message.detail?.seconds ?? 0}
          waveform={message.detail?.waveform}
          onBroken={onBroken}
          message={message}
          next={() => nextVoiceNote(message)}
        />
      )
    case 'application':
      return <DocumentCard message={message} />
  }
}
